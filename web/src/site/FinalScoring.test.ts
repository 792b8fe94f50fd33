// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Match } from "../lib/match.svelte";
import { shownToasts } from "../lib/notices.svelte";
import type { Socket } from "../lib/socket";
import { loadLanguage } from "../lib/speech.svelte";
import type { Ending, Snapshot } from "../protocol/messages";
import FinalScoring from "./FinalScoring.svelte";

const sound = vi.hoisted(() => vi.fn());
vi.mock("../lib/session.svelte", () => ({
  session: { now: () => 1000, isAway: false, sound },
}));
const mine = vi.hoisted(() => vi.fn().mockResolvedValue({ matches: [] }));
vi.mock("../lib/api", async (original) => ({
  ...(await original<object>()),
  api: { myMatches: mine, recordAddress: () => "/record" },
}));
const drawn = vi.hoisted(() => vi.fn().mockResolvedValue("a picture"));
vi.mock("../lib/picture", () => ({ drawPicture: drawn, sharePicture: () => undefined }));
const finale = vi.hoisted(() => vi.fn());
vi.mock("../boards", () => ({
  findScoring: () => undefined,
  findFinale: finale,
  findMissing: () => undefined,
  placeOf: () => 0,
}));
beforeAll(() => loadLanguage("en"));
const still = { cancel: () => undefined, finished: new Promise(() => undefined) };
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, "animate").mockReturnValue(still as unknown as Animation);
  ask.mockClear();
  history.replaceState(null, "", "/t/abcd");
});
afterEach(() => {
  vi.runAllTimers(); // notices go
  vi.useRealTimers();
});

const button = (text: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text)!;

const ask = vi.fn().mockResolvedValue({ type: "done" });
const ENDING = {
  how: "rules",
  seat: null,
  winners: [0],
  scores: [{ total: 3 }, { total: 2 }],
  steps: [],
  seed: null,
  reversible_until: null,
};

const TABLE = {
  match: "abcd",
  status: "final",
  setting: { game: "g" },
  commitment: "5ea1",
  proposals: [],
  rematch: null,
};

/** A board that shows nothing. */
const Nothing = () => ({});

/** Lay the result of a match before the person on the first seat. */
function lay(table: object, ending: object = {}, board?: () => unknown) {
  finale.mockReturnValue(board && (() => Promise.resolve(board())));
  const match = new Match(
    "abcd",
    { ask, heard: () => undefined } as unknown as Socket,
    () => undefined,
  );
  const seats = ["Ada", "Bo"].map((name, seat) => ({ seat, kind: "person", name, away: false }));
  const whole = { ...TABLE, seats, ...table };
  const ended = { ...ENDING, ...ending };
  match.take({
    type: "snapshot",
    table: whole,
    seat: 0,
    happened: [],
    chat: [],
    ending: ended,
  } as unknown as Snapshot);
  const props = { match, ending: ended as unknown as Ending, close: () => undefined };
  const part = mount(FinalScoring, { target: document.body, props });
  flushSync();
  return { match, part };
}

test("a person who looks at the result is asked whether the end is taken back, and may let it stand", async () => {
  const proposals = [{ matter: "reverse", by: 1, agreed: [1], needed: [0, 1] }];
  const { part } = lay(
    { status: "over", proposals },
    { how: "alone", seat: 0, scores: [{ total: 3 }, { total: null }], reversible_until: 2000 },
  );
  expect(document.body.textContent).toContain("Bo asks to undo the ending.");
  expect(document.body.textContent).not.toContain("Shuffle seed");
  button("Yes").click();
  expect(ask).toHaveBeenCalledWith({
    type: "agree",
    match: "abcd",
    matter: "reverse",
    agree: true,
  });
  button("Keep the result").click();
  expect(ask).toHaveBeenLastCalledWith({ type: "propose", match: "abcd", matter: "end" });
  await unmount(part);
});

test("the seed of the shuffle is shown beside its commitment, to be copied and checked", async () => {
  const copied = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: copied } });
  const { part } = lay({}, { seed: "0f1e2d" });
  const text = (name: string) => document.querySelector(`[data-${name}]`)!.textContent;
  expect([text("seal"), text("seed")]).toEqual(["5ea1", "0f1e2d"]);
  expect(document.body.textContent).toContain("ludoteca verify FILE");
  document.querySelector<HTMLElement>('button[aria-label="Copy the seed"]')!.click();
  expect(copied).toHaveBeenCalledWith("0f1e2d");
  vi.unstubAllGlobals();
  await unmount(part);
});

test.each([
  { winners: [0], heard: "win", mood: "wins", cat: "cat-awake" },
  { winners: [1], heard: "lose", mood: "loses", cat: "cat" },
])(
  "to $heard has a sound, a cat and a motion of its own",
  async ({ winners, heard, mood, cat }) => {
    sound.mockClear();
    const { part } = lay({}, { winners, steps: [] }, () => Nothing);
    expect(sound.mock.calls).toEqual([[heard]]);
    const finale = document.querySelector(".finale")!;
    expect(["wins", "loses"].filter((one) => finale.classList.contains(one))).toEqual([mood]);
    await vi.waitFor(() =>
      expect(finale.querySelector(".cat img")!.getAttribute("src")).toBe(`/${cat}.svg`),
    );
    const rules = readFileSync("src/site/Finale.svelte", "utf8");
    const motion = (selector: string) => rules.split(selector)[1]!.split("}")[0];
    expect(motion(".finale:not(.loses, .still) .cat img {")).toContain("wake");
    expect(motion(".loses:not(.still) .cat img {")).toContain("breathe");
    await unmount(part);
  },
);

test("a best of one's own and the score with this friend are told, once the result stands", async () => {
  const past = (match: string, total: number, rank: number) => ({
    match,
    game: "g",
    players: ["Ada", "Bo"],
    seat: 0,
    rank,
    scores: { total },
  });
  const before = [past("b", 2, 1), past("c", 1, 2)];
  mine.mockResolvedValue({ matches: before });
  const { match, part } = lay({ status: "over" });
  const told = () =>
    [...document.querySelectorAll(".fact")].map((one) => one.textContent).join(" ");
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(told()).toBe("");
  mine.mockResolvedValue({ matches: [past("abcd", 3, 1), ...before] });
  tell(match, { status: "final", seats: SEATS.slice(0, 2) });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(told()).toBe("Your best yet: 3 points. Against Bo: 2–1.");
  mine.mockResolvedValue({ matches: [] });
  await unmount(part);
});

test("a bot that played on for who resigned is not taken for them", async () => {
  const seats = ["Ada", "Bo", "Cy"].map((name, seat) => ({
    seat,
    kind: "person",
    name,
    away: false,
    resigned: seat === 0,
    bot: seat ? null : "easy",
  }));
  sound.mockClear();
  const { part } = lay({ seats }, { winners: [0], scores: [3, 2, 1].map((total) => ({ total })) });
  const places = [...document.querySelectorAll(".places strong")].map((one) => one.textContent);
  expect(places).toEqual(["Ada’s bot", "Bo", "Cy"]);
  expect(sound.mock.calls).toEqual([["lose"]]);
  await unmount(part);
});

test("a picture to share speaks of its winner by name, not of “you”", async () => {
  const { match, part } = lay({});
  match.position = { ply: 1, movers: [], view: {}, choices: {}, standing: [] } as never;
  expect(document.body.textContent).toContain("You win with 3 points!");
  button("Share a picture").click();
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled());
  expect(drawn.mock.calls[0]![0]).toMatchObject({
    title: "Ada wins with 3 points!",
    winner: 0,
    places: [
      { name: "Ada", points: 3 },
      { name: "Bo", points: 2 },
    ],
  });
  await unmount(part);
});

const SEATS = ["Ada", "Bo", "Cy"].map((name, seat) => ({
  seat,
  kind: "person",
  name,
  away: false,
}));
const rematch = (agreed: number[]) => ({
  seats: SEATS,
  proposals: [{ matter: "rematch", by: agreed[0], agreed, needed: [0, 1, 2] }],
});
function tell(match: Match, table: object) {
  const told: unknown = { type: "table", seat: 0, table: { ...TABLE, seats: SEATS, ...table } };
  match.tell(told as Parameters<Match["tell"]>[0]);
  flushSync();
}
const filled = () => document.querySelector<HTMLButtonElement>("button.filled")!;

test("who wants to play again is shown, and one may agree or withdraw", async () => {
  const { match, part } = lay(rematch([1, 2]));
  expect(document.body.textContent).toContain("Bo and Cy want to play again.");
  expect(filled().textContent).toContain("Play again with Bo");
  tell(match, rematch([0, 2]));
  expect(document.body.textContent).toContain("Ada and Cy want to play again.");
  expect(filled().textContent).toContain("Waiting for Bo");
  button("Withdraw").click();
  expect(ask).toHaveBeenLastCalledWith({
    type: "agree",
    match: "abcd",
    matter: "rematch",
    agree: false,
  });
  await vi.advanceTimersByTimeAsync(0);
  tell(match, { proposals: [] });
  await vi.advanceTimersByTimeAsync(3000);
  flushSync();
  expect(filled().textContent).toContain("Play again, seats rotated");
  await unmount(part);
});

test("after a no one is told so, may ask again, and is not pulled along later", async () => {
  const { match, part } = lay({ seats: SEATS });
  button("Play again, seats rotated").click();
  await vi.advanceTimersByTimeAsync(0);
  tell(match, rematch([0]));
  expect(filled().disabled).toBe(true);
  tell(match, { proposals: [] });
  await vi.advanceTimersByTimeAsync(2000);
  expect(shownToasts().map((one) => one.sentence)).toEqual(["No rematch for now."]);
  flushSync();
  expect([filled().disabled, filled().getAttribute("aria-busy")]).toEqual([false, null]);
  tell(match, { proposals: [], rematch: "efgh" });
  expect(location.pathname).toBe("/t/abcd");
  filled().click();
  expect(location.pathname).toBe("/t/efgh");
  await unmount(part);
});

test("a player who agreed comes along to the new table", async () => {
  const { match, part } = lay(rematch([1, 2]));
  button("Play again with Bo").click();
  await vi.advanceTimersByTimeAsync(0);
  tell(match, { proposals: [], rematch_due: true });
  await vi.advanceTimersByTimeAsync(20_000);
  flushSync();
  expect([location.pathname, filled().disabled]).toEqual(["/t/abcd", true]);
  tell(match, { proposals: [], rematch: "efgh" });
  expect(location.pathname).toBe("/t/efgh");
  await unmount(part);
});

test("who still looks at the steps of the scoring is asked to play again, too", async () => {
  const steps = [{ step: "groups", seats: [] }, { step: "result" }];
  const { part } = lay(rematch([1]), { steps });
  expect(document.body.textContent).toContain("Skip");
  expect(document.body.textContent).toContain("Bo wants to play again.");
  expect(button("Yes")).toBeTruthy();
  await unmount(part);
});
