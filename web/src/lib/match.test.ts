// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PositionInfo, Snapshot, TableInfo, Update } from "../protocol/messages";
import { Match } from "./match.svelte";
import { NOTHING } from "./previewer";
import { Lost, RefusedError, type Socket } from "./socket";

const seat = (name: string) => ({ seat: 0, kind: "person", name });
const table = {
  match: "abcd",
  seats: [seat("Ada"), seat("Bo")],
  setting: { game: "g" },
} as unknown as TableInfo;
const position = (ply: number, movers: number[]) =>
  ({ ply, movers, view: {}, choices: {}, standing: [] }) as unknown as PositionInfo;
const snapshot = (ply: number, movers: number[]) =>
  ({
    type: "snapshot",
    table,
    seat: 0,
    position: position(ply, movers),
    happened: [],
    chat: [],
  }) as unknown as Snapshot;
const update = (ply: number, movers: number[]) =>
  ({
    type: "update",
    match: "abcd",
    position: position(ply, movers),
    happened: [{ ply }],
  }) as unknown as Update;

const ask = vi.fn();
const enter = vi.fn();
const told: string[] = [];
const socket = { ask, enter, heard: () => undefined, exit: () => undefined } as unknown as Socket;
let match: Match;

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset();
  enter.mockReset();
  told.length = 0;
  match = new Match("abcd", socket, (sentence) => told.push(sentence));
  match.take(snapshot(3, [0]));
});
afterEach(() => vi.useRealTimers());

test("a move is on its way until the match has moved on, and slow after a second", async () => {
  let accept: (answer: unknown) => void = () => undefined;
  ask.mockReturnValue(new Promise((resolve) => (accept = resolve)));
  const playing = match.play("d4>3");
  expect(match.sending).toBe("sending");
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ ply: 3, move: "d4>3" }));
  await vi.advanceTimersByTimeAsync(1001);
  expect(match.sending).toBe("slow");
  accept({ type: "accepted", ply: 4 });
  await playing;
  expect(match.sending).toBe("slow");
  match.tell(update(4, [1]));
  expect(match.sending).toBeNull();
  expect(match.isMine).toBe(false);
});

test("others who choose at the same time do not end the sending", async () => {
  let accept: (answer: unknown) => void = () => undefined;
  ask.mockReturnValue(new Promise((resolve) => (accept = resolve)));
  const playing = match.play("front");
  match.tell(update(4, [0, 1]));
  expect(match.sending).toBe("sending");
  accept({ type: "accepted", ply: 6 });
  await playing;
  expect(match.sending).toBe("sending");
  match.tell(update(5, [0]));
  expect(match.sending).toBe("sending");
  match.tell(update(6, []));
  expect(match.sending).toBeNull();
});

test("a move that is taken back meanwhile is not waited for", async () => {
  ask.mockResolvedValue({ type: "accepted", ply: 4 });
  await match.play("d4>3");
  match.tell(update(1, [0]));
  expect(match.sending).toBeNull();
});

test("a refused move gives the board back, with the sentence", async () => {
  ask.mockRejectedValue(
    new RefusedError({ type: "refused", request: 1, code: "x", sentence: "No." }),
  );
  await match.play("d4>3");
  expect(told).toEqual(["No."]);
  expect(match.sending).toBeNull();
  expect(match.refusals).toBe(1);
});

test("a question is asked again after a lost connection, and a late answer is left alone", async () => {
  ask
    .mockRejectedValueOnce(new Lost())
    .mockResolvedValue({ ply: 3, continuations: [{ text: "a" }] });
  const asking = match.ask({ take: [] });
  await vi.advanceTimersByTimeAsync(500);
  await asking;
  expect(match.asked).toEqual({ partial: { take: [] }, moves: [{ text: "a" }] });
  let late: (answer: unknown) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
  const old = match.ask({ take: [1] });
  match.tell(update(5, [0]));
  late({ ply: 3, continuations: [] });
  await old;
  expect(match.asked).toBeNull();
});

test("what is known is not asked again, until the match has moved on", async () => {
  ask.mockImplementation(({ partial }) =>
    Promise.resolve({ ply: match.position!.ply, continuations: [{ text: partial.a }] }),
  );
  for (const a of [1, 2, 1, 2]) await match.ask({ a });
  expect(ask).toHaveBeenCalledTimes(2);
  expect(match.asked).toEqual({ partial: { a: 2 }, moves: [{ text: 2 }] });
  match.tell(update(5, [0]));
  await match.ask({ a: 2 });
  expect(ask).toHaveBeenCalledTimes(3);
});

test("one question is under way at a time; of those that come meanwhile the last is asked", async () => {
  const answers: (() => void)[] = [];
  ask.mockImplementation(
    ({ partial }) =>
      new Promise((resolve) =>
        answers.push(() => resolve({ ply: 3, continuations: [{ text: partial.a }] })),
      ),
  );
  const first = match.ask({ a: 1 });
  await vi.advanceTimersByTimeAsync(0);
  const all = [first, ...[2, 1, 3].map((a) => match.ask({ a }))];
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(1);
  answers[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask.mock.calls.map(([one]) => one.partial.a)).toEqual([1, 3]);
  answers[1]!();
  await Promise.all(all);
  expect(match.asked).toEqual({ partial: { a: 3 }, moves: [{ text: 3 }] });
});

test("previews are worked out here once that is possible; if it fails, the server is asked", async () => {
  const continuations = vi.fn().mockReturnValue([{ text: "here" }]);
  let isOurs = true;
  match = new Match("abcd", socket, () => undefined, undefined, {
    ...NOTHING,
    loadPreviews: async () => ({ continuations, nameOf: vi.fn() }),
    mayWorkOut: () => isOurs,
  });
  match.take(snapshot(3, [0]));
  ask.mockResolvedValue({ ply: 3, continuations: [{ text: "there" }] });
  await match.ask({ a: 1 }); // nothing is loaded yet
  expect(match.asked?.moves).toEqual([{ text: "there" }]);
  await match.ask({ a: 2 });
  expect(match.asked).toEqual({ partial: { a: 2 }, moves: [{ text: "here" }] });
  expect(continuations).toHaveBeenCalledWith(
    { view: {}, movers: [0], seat: 0, options: table.options },
    { a: 2 },
  );
  expect(ask).toHaveBeenCalledTimes(1);
  isOurs = false; // after an outage a server of another version answers
  match.take(snapshot(3, [0]));
  await match.ask({ a: 2.5 });
  expect(match.asked?.moves).toEqual([{ text: "there" }]);
  isOurs = true;
  match.take(snapshot(3, [0]));
  await vi.advanceTimersByTimeAsync(0);
  continuations.mockImplementation(() => {
    throw new TypeError("a state has no field colour");
  });
  await match.ask({ a: 3 });
  expect(match.asked?.moves).toEqual([{ text: "there" }]);
  expect(ask).toHaveBeenCalledTimes(3);
});

/** A match whose page can think; `think` is what thinks. */
async function thinking(think: (view: string, seat: number, players: number) => unknown) {
  match = new Match("abcd", socket, (sentence) => told.push(sentence), undefined, {
    ...NOTHING,
    loadPreviews: async () => ({
      continuations: () => [{ text: "d4>3" }] as never,
      nameOf: (_, action) => ({ text: `move ${action}`, move: { action } }),
    }),
    loadAdviser: async () => ({ think: think as never }),
  });
  match.take({ ...snapshot(3, [0]), position: { ...position(3, [0]), view: { seats: [0, 1] } } });
  await vi.advanceTimersByTimeAsync(0);
}

test("a hint is thought out here, once the server has handed the view over", async () => {
  const think = vi.fn().mockResolvedValue([{ action: 7, win: 0.6, score: 30 }]);
  await thinking(think);
  ask.mockResolvedValue({ ply: 3, lines: [], view: "AAEC" });
  await match.showHint();
  expect(ask.mock.calls).toEqual([[{ type: "ask_hint", match: "abcd", view: true }]]);
  expect(think).toHaveBeenCalledWith("AAEC", 0, 2);
  expect(match.hint).toMatchObject({
    stage: 1,
    line: { text: "move 7", move: { action: 7 }, win: 0.6, outcome: { text: "d4>3" } },
  });
});

test("where the page can't think the server does, and it still refuses", async () => {
  await thinking(() => Promise.reject(new Error("no worker")));
  ask.mockResolvedValueOnce({ ply: 3, lines: [], view: "AAEC" });
  ask.mockResolvedValueOnce({ ply: 3, lines: [{ text: "e4>1", move: {} }] });
  await match.showHint();
  expect(match.hint?.line.text).toBe("e4>1");
  expect(ask.mock.calls[1]).toEqual([{ type: "ask_hint", match: "abcd", view: false }]);

  const think = vi.fn();
  await thinking(think);
  const refusal = { type: "refused", request: 1, code: "no_hints", sentence: "No hints." } as const;
  ask.mockRejectedValueOnce(new RefusedError(refusal));
  await match.showHint();
  expect(told).toEqual(["No hints."]);
  expect(think).not.toHaveBeenCalled();
});

test("drawings in text are asked for only where a game has no board", async () => {
  enter.mockResolvedValue(snapshot(3, [0]));
  await match.enter(1);
  expect(enter.mock.calls.map(([, , , drawing]) => drawing)).toEqual([undefined]);
  const parts = { ...NOTHING, hasBoard: () => false };
  await new Match("abcd", socket, () => undefined, undefined, parts).enter(1);
  expect(enter.mock.calls.map(([, , , drawing]) => drawing)).toEqual([undefined, undefined, true]);
});

test("after a lost connection only what is new has happened", () => {
  match.tell(update(4, [1]));
  const later = snapshot(6, [0]);
  match.take({
    ...later,
    happened: [{ ply: 4 }, { ply: 5 }, { ply: 6 }] as unknown as Snapshot["happened"],
  });
  expect(match.happened.map((one) => one.ply)).toEqual([5, 6]);
});

test("what was hidden stands open in the history once the match is final", () => {
  const line = (ply: number, text: string) =>
    ({ ply, text }) as unknown as Update["happened"][number];
  match.take({ ...snapshot(3, [0]), happened: [line(1, "a"), line(2, "?"), line(3, "c")] });
  match.tell({ ...update(4, []), revealed: [line(2, "b")], happened: [line(4, "d")] });
  expect(match.history.map((one) => one.text)).toEqual(["a", "b", "c", "d"]);
  expect(match.happened.map((one) => one.ply)).toEqual([4]);
});

const seated = (at: number | null) =>
  match.tell({ type: "table", table, seat: at } as Parameters<Match["tell"]>[0]);

test("a player who sits down or stands up later knows which seats are theirs", async () => {
  ask.mockResolvedValue({ type: "done" });
  seated(1);
  expect([match.seat, match.seats]).toEqual([1, [1]]);
  await match.standUp();
  seated(null);
  expect([match.seat, match.seats]).toEqual([null, []]);
  expect(enter).not.toHaveBeenCalled();
  expect(match.sentAway).toBe(false);
});

test("a player who loses their seat without standing up learns that the host has sent them away", async () => {
  const refusal = {
    type: "refused",
    request: 1,
    code: "sent_away",
    sentence: "The host has sent you away.",
  } as const;
  enter.mockRejectedValue(new RefusedError(refusal));
  seated(null);
  await vi.advanceTimersByTimeAsync(0);
  expect([match.seats, match.sentAway, match.missing]).toEqual([[], true, refusal.sentence]);
});

test("spectators hear players late, after others who spoke later", () => {
  const line = (number: number, text: string) => ({
    number,
    text,
    name: "Eve",
    seat: null,
    to: null,
    to_name: "",
  });
  const hear = (number: number, text: string) =>
    match.tell({ type: "chat", match: "abcd", line: line(number, text) } as Parameters<
      Match["tell"]
    >[0]);
  hear(2, "Look!");
  hear(1, "My plan is …");
  hear(2, "Look!");
  expect(match.chat.map((one) => one.text)).toEqual(["Look!", "My plan is …"]);
});

test("it is never the turn of a player who resigned", () => {
  const seats = table.seats.map((one, n) => ({ ...one, resigned: n === 0 }));
  expect([match.isMine, match.hasResigned, match.playing]).toEqual([true, false, [0]]);
  match.tell({ type: "table", table: { ...table, seats }, seat: 0 } as Parameters<
    Match["tell"]
  >[0]);
  expect([match.isMine, match.hasResigned, match.playing]).toEqual([false, true, []]);
});

const rival = (ply: number, seat: number, movers: number[]) =>
  ({
    ...update(ply, movers),
    happened: [{ ply, kind: "move", seat, text: "", move: null, by_bot: true }],
  }) as unknown as Update;

test("moves of others are shown one after the other, each long enough to be followed", () => {
  match = new Match(
    "abcd",
    socket,
    () => undefined,
    () => true,
  );
  match.take(snapshot(3, [0]));
  match.tell(rival(4, 0, [1])); // one's own
  match.tell(rival(5, 1, [2]));
  match.tell(rival(6, 2, [0]));
  expect(match.position!.ply).toBe(4);
  vi.advanceTimersByTime(701);
  expect(match.position!.ply).toBe(5);
  vi.advanceTimersByTime(850);
  expect(match.position!.ply).toBe(5);
  vi.advanceTimersByTime(51);
  expect(match.position!.ply).toBe(6);
  expect(match.happened.map((line) => line.ply)).toEqual([6]);
});

test("who wants to go on sees all that waits at once, and nothing of it is lost", () => {
  match = new Match(
    "abcd",
    socket,
    () => undefined,
    () => true,
  );
  match.take(snapshot(3, [1]));
  for (const [ply, seat] of [
    [4, 1],
    [5, 2],
    [6, 1],
  ] as const)
    match.tell(rival(ply, seat, [0]));
  expect(match.position!.ply).toBe(4);
  match.hurry();
  expect(match.position!.ply).toBe(6);
  expect(match.happened.map((line) => line.ply)).toEqual([5, 6]);
  expect(match.history.map((line) => line.ply)).toEqual([4, 5, 6]);
  expect(match.hurried).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(match.position!.ply).toBe(6);
});
