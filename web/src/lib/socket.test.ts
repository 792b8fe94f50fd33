import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromClient, ToClient } from "../protocol/messages";
import { type Hooks, type Link, Lost, RefusedError, Socket, type Wire, randomHex } from "./socket";

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: FromClient[] = [];

  constructor() {
    FakeWire.all.push(this);
  }
  static get last() {
    return FakeWire.all.at(-1)!;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(code = 1000) {
    this.onclose?.({ code });
  }
  tell(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  find(type: FromClient["type"]) {
    return this.sent.filter((message) => message.type === type);
  }
}

const links: Link[] = [];
const told: ToClient[] = [];
const entered: unknown[] = [];
const gone: string[][] = [];
const cameIn: boolean[] = [];

function make(): Socket {
  const hooks: Hooks = {
    connect: () => new FakeWire(),
    comeIn: (again) => {
      cameIn.push(again);
      return Promise.resolve();
    },
    language: () => "de",
    link: (state) => links.push(state),
    welcome: () => undefined,
    entered: (snapshot) => entered.push(snapshot),
    refused: (match, refusal) => gone.push([match, refusal.code]),
    told: (message) => told.push(message),
  };
  return new Socket(hooks);
}

const PACE = { a_second: 5, burst: 20 };
const settle = () => vi.advanceTimersByTimeAsync(0);

async function greet() {
  await settle();
  const wire = FakeWire.last;
  wire.onopen!();
  const hello = wire.find("hello")[0]!;
  wire.tell({ type: "welcome", request: hello.request, version: 1, pace: PACE });
  await settle();
  return wire;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWire.all = [];
  for (const list of [links, told, entered, gone, cameIn]) list.length = 0;
});
afterEach(() => vi.useRealTimers());

test("hello is said first, in the language of the page", async () => {
  const socket = make();
  const asked = socket.ask({ type: "watch_lobby" });
  socket.start();
  const wire = await greet();
  expect(wire.sent.map((message) => message.type)).toEqual(["hello", "watch_lobby"]);
  expect(wire.sent[0]).toMatchObject({ version: 1, language: "de" });
  wire.tell({ type: "lobby_list", request: wire.sent[1]!.request, tables: [] });
  expect(await asked).toMatchObject({ tables: [] });
  expect(links).toEqual(["up"]);
});

test("a refusal breaks the promise and keeps code and sentence", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  const asked = socket.ask({ type: "start", match: "abcd" });
  const { request } = wire.find("start")[0]!;
  wire.tell({ type: "refused", request, code: "not_ready", sentence: "Bo is not ready." });
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RefusedError);
  expect((error as RefusedError).refusal.code).toBe("not_ready");
});

test("an unanswered move is sent again by the same id, after its table was entered", async () => {
  const socket = make();
  socket.start();
  const first = await greet();
  const entering = socket.enter("abcd", 1);
  first.tell({ type: "snapshot", request: first.find("enter")[0]!.request, chat: [] });
  await entering;
  socket.heard("abcd", 7);
  const id = randomHex();
  const moving = socket.ask({
    type: "play_move",
    match: "abcd",
    ply: 3,
    move_id: id,
    move: "d4>3",
  });
  const asking = socket.ask({ type: "ask_hint", match: "abcd" });
  first.onclose!({ code: 1006 });
  await expect(asking).rejects.toBeInstanceOf(Lost);
  expect(links.at(-1)).toBe("lost");

  await vi.advanceTimersByTimeAsync(400);
  const second = FakeWire.last;
  expect(second).not.toBe(first);
  second.onopen!();
  second.tell({ type: "welcome", request: second.sent[0]!.request, version: 1, pace: PACE });
  await settle();
  const enter = second.find("enter")[0]!;
  expect(enter).toMatchObject({ match: "abcd", seat: 1, after: 7, drawing: false });
  expect(second.find("play_move")).toEqual([]);
  second.tell({ type: "snapshot", request: enter.request });
  await settle();
  expect(entered).toHaveLength(1);
  const again = second.find("play_move")[0]!;
  expect(again).toMatchObject({ move_id: id, ply: 3, move: "d4>3" });
  second.tell({ type: "accepted", request: again.request, match: "abcd", ply: 3 });
  expect(await moving).toMatchObject({ ply: 3 });
  expect(links.at(-1)).toBe("up");
});

/** Come to a table, then lose the connection; gives the next one, on which we are welcome. */
async function comeBack(socket: Socket) {
  const first = await greet();
  const entering = socket.enter("abcd", 1);
  first.tell({ type: "snapshot", request: first.find("enter")[0]!.request, chat: [] });
  await entering;
  return loseAndGreet(first);
}

async function loseAndGreet(wire: FakeWire) {
  wire.onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(FakeWire.last).not.toBe(wire);
  return greet();
}

const TRANSIENT = ["store_away", "busy", "too_fast", "fault"];

function refuse(wire: FakeWire, code: string, type: FromClient["type"] = "enter") {
  const { request } = wire.find(type).at(-1)!;
  const retry_after = TRANSIENT.includes(code) ? 1 : null;
  wire.tell({ type: "refused", request, code, sentence: "Not now.", retry_after });
  return settle();
}

test("a client that can't be let in again yet asks again, and is up once it is in", async () => {
  const socket = make();
  socket.start();
  const wire = await comeBack(socket);
  for (const [times, code] of TRANSIENT.entries()) {
    expect(wire.find("enter")).toHaveLength(times + 1);
    await refuse(wire, code);
    expect(wire.find("enter")).toHaveLength(times + 1);
    await vi.advanceTimersByTimeAsync(1500);
  }
  expect(links.at(-1)).toBe("lost");
  wire.tell({ type: "snapshot", request: wire.find("enter").at(-1)!.request });
  await settle();
  expect(entered).toHaveLength(1);
  expect(links.at(-1)).toBe("up");
  await vi.advanceTimersByTimeAsync(5000);
  expect(wire.find("enter")).toHaveLength(5);
});

test("a table that lets nobody in any more is given up, which is told; so is one that was left", async () => {
  const socket = make();
  socket.start();
  let wire = await comeBack(socket);
  await refuse(wire, "no_such_table");
  expect(gone).toEqual([["abcd", "no_such_table"]]);
  expect(links.at(-1)).toBe("up");
  wire = await loseAndGreet(wire);
  expect(wire.find("enter")).toEqual([]);
  expect(links.at(-1)).toBe("up");

  void socket.enter("efgh").catch(() => 0);
  wire.tell({ type: "snapshot", request: wire.find("enter")[0]!.request, chat: [] });
  wire = await loseAndGreet(wire);
  await refuse(wire, "store_away");
  socket.exit("efgh");
  await vi.advanceTimersByTimeAsync(1500);
  expect(wire.find("enter")).toHaveLength(1);
  expect(links.at(-1)).toBe("up");
  expect(gone).toHaveLength(1);
});

test("a client that comes while the server can't let it in learns why, and asks until it is in", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  const reasons: string[] = [];
  const entering = socket.enter("abcd", 1, (refusal) => reasons.push(refusal.code));
  entering.catch(() => 0);
  const codes = TRANSIENT;
  for (const [times, code] of codes.entries()) {
    expect(wire.find("enter")).toHaveLength(times + 1);
    await refuse(wire, code);
    expect(wire.find("enter")).toHaveLength(times + 1);
    await vi.advanceTimersByTimeAsync(1500);
  }
  expect(reasons).toEqual(codes);
  const { request } = wire.find("enter").at(-1)!;
  wire.tell({ type: "snapshot", request, seat: 1 });
  expect(await entering).toMatchObject({ seat: 1 });
  const next = await loseAndGreet(wire);
  expect(next.find("enter")).toMatchObject([{ match: "abcd", seat: 1 }]);
});

test("a connection lost before one could come in is made good by the next one", async () => {
  const socket = make();
  socket.start();
  const first = await greet();
  const entering = socket.enter("abcd");
  entering.catch(() => 0);
  await refuse(first, "store_away");
  first.onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(400);
  const second = await greet();
  expect(links.at(-1)).toBe("up");
  await vi.advanceTimersByTimeAsync(1000);
  expect(second.find("enter")).toHaveLength(1);
  second.tell({ type: "snapshot", request: second.find("enter")[0]!.request, seat: null });
  expect(await entering).toMatchObject({ seat: null });
});

test("a client that leaves before it could come in does not ask again, nor one that never may", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  const left = socket.enter("abcd");
  await refuse(wire, "store_away");
  socket.exit("abcd");
  const outcome = expect(left).rejects.toBeInstanceOf(Lost);
  await vi.advanceTimersByTimeAsync(3000);
  await outcome;
  const never = socket.enter("efgh");
  const other = expect(never).rejects.toBeInstanceOf(RefusedError);
  await refuse(wire, "no_such_table");
  await other;
  await vi.advanceTimersByTimeAsync(3000);
  expect(wire.find("enter")).toHaveLength(2);
});

test("a connection lost on the way back to a table is made good by the next one", async () => {
  const socket = make();
  socket.start();
  const id = randomHex();
  const second = await comeBack(socket);
  const moving = socket.ask({
    type: "play_move",
    match: "abcd",
    ply: 3,
    move_id: id,
    move: "d4>3",
  });
  moving.catch(() => 0);
  const third = await loseAndGreet(second);
  expect(third.find("enter")).toHaveLength(1);
  expect(links.at(-1)).toBe("lost");
  third.tell({ type: "snapshot", request: third.find("enter")[0]!.request });
  await settle();
  expect(links.at(-1)).toBe("up");
  expect(third.find("play_move")).toHaveLength(1);
});

test("a refused greeting is tried again later; only an old page ends", async () => {
  const socket = make();
  socket.start();
  for (const code of ["too_fast", "store_away", "fault"]) {
    await settle();
    const wire = FakeWire.last;
    wire.onopen!();
    await refuse(wire, code, "hello");
    expect(links.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeWire.last).not.toBe(wire);
  }
  FakeWire.last.onopen!();
  await refuse(FakeWire.last, "wrong_version", "hello");
  expect(links.at(-1)).toBe("old");
});

test("a flapping network uses up no more messages than the server takes", async () => {
  const socket = make();
  socket.start();
  let wire = await greet();
  void socket.enter("abcd").catch(() => 0);
  wire.tell({ type: "snapshot", request: wire.find("enter")[0]!.request, chat: [] });
  await settle();
  const began = Date.now();
  for (let n = 0; n < 40; n++) {
    wire.onclose!({ code: 1006 });
    await vi.advanceTimersByTimeAsync(300);
    wire = FakeWire.last;
    wire.onopen!();
    wire.tell({ type: "welcome", request: wire.sent[0]!.request, version: 1, pace: PACE });
    await settle();
    for (const { request } of wire.find("enter")) wire.tell({ type: "snapshot", request });
    await settle();
  }
  const sent = FakeWire.all.reduce((count, one) => count + one.sent.length, 0);
  expect(sent).toBeLessThan(20 + (5 * (Date.now() - began)) / 1000);
});

test("an unknown session comes in again; a seat taken over elsewhere does not come back", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  wire.onclose!({ code: 4001 });
  await settle();
  expect(cameIn).toEqual([false, true]);
  const second = await greet();
  second.onclose!({ code: 4003 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(links.at(-1)).toBe("replaced");
  expect(FakeWire.all).toHaveLength(2);
  socket.takeBack();
  await greet();
  expect(links.at(-1)).toBe("up");
});

test("waits grow while the server is away, and a page that asks at once does not wait", async () => {
  const socket = make();
  socket.start();
  await settle();
  for (const most of [300, 600, 1200, 2400]) {
    FakeWire.last.onclose!({ code: 1006 });
    const count = FakeWire.all.length;
    await vi.advanceTimersByTimeAsync(most);
    expect(FakeWire.all.length).toBe(count + 1);
  }
  FakeWire.last.onclose!({ code: 1006 });
  const count = FakeWire.all.length;
  socket.hurry();
  await settle();
  expect(FakeWire.all.length).toBe(count + 1);
});

test("resync enters the named table again", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  void socket.enter("abcd");
  wire.tell({ type: "snapshot", request: wire.find("enter")[0]!.request });
  await settle();
  wire.tell({ type: "resync", match: "abcd" });
  expect(wire.find("enter")).toHaveLength(2);
  wire.tell({ type: "resync", match: "other" });
  expect(wire.find("enter")).toHaveLength(2);
  await refuse(wire, "store_away");
  await vi.advanceTimersByTimeAsync(1500);
  expect(wire.find("enter")).toHaveLength(3);
});

test("messages are paced; only the newest selection waits; a move goes first", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  for (let n = 0; n < 18; n++) socket.ask({ type: "ask_hint", match: "abcd" }).catch(() => 0);
  const old = socket.ask({ type: "select", match: "abcd", ply: 1, partial: { take: [1] } });
  old.catch(() => 0);
  socket.ask({ type: "select", match: "abcd", ply: 1, partial: { take: [2] } }).catch(() => 0);
  const id = randomHex();
  socket.ask({ type: "play_move", match: "abcd", ply: 1, move_id: id, move: "x" }).catch(() => 0);
  expect(wire.sent).toHaveLength(19);
  await expect(old).rejects.toBeInstanceOf(Lost);
  await vi.advanceTimersByTimeAsync(1000);
  expect(wire.sent.slice(19).map((message) => message.type)).toEqual(["play_move", "select"]);
});

test("a server that stays silent is given up, and so is a network that is gone", async () => {
  const socket = make();
  socket.start();
  const wire = await greet();
  socket.ask({ type: "ask_hint", match: "abcd" }).catch(() => 0);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(links.at(-1)).toBe("up");
  socket.ask({ type: "watch_lobby" }).catch(() => 0);
  await vi.advanceTimersByTimeAsync(9900);
  expect(links.at(-1)).toBe("up");
  await vi.advanceTimersByTimeAsync(200);
  expect(links.at(-1)).toBe("lost");
  expect(wire.onclose).toBeNull();
  await vi.advanceTimersByTimeAsync(400);
  await greet();
  expect(links.at(-1)).toBe("up");
  socket.cut();
  expect(links.at(-1)).toBe("lost");
});
