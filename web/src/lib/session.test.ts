// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Snapshot } from "../protocol/messages";
import { api } from "./api";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { type Hooks, RefusedError } from "./socket";
import { loadLanguage } from "./speech.svelte";

/** The callbacks through which the socket reports to the session. */
const heard = vi.hoisted(() => ({ hooks: {} as Hooks }));
vi.mock("../boards", () => ({ placeOf: () => 0, hasBoard: () => true }));
vi.mock("../boards/previews", () => ({
  loadPreviews: async () => null,
  loadAdviser: async () => null,
}));
vi.mock("./socket", async (real) => {
  const all = await real<typeof import("./socket")>();
  class Heard extends all.Socket {
    constructor(given: Hooks) {
      super(given);
      heard.hooks = given;
    }
  }
  return { ...all, Socket: Heard };
});

class FakeNotification {
  static permission = "granted";
  static raised: FakeNotification[] = [];
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly title: string,
    readonly options: { body: string; tag: string },
  ) {
    FakeNotification.raised.push(this);
  }
}

let seen = "visible";
const table = { id: "abcd", game: "my_shelfie" };

beforeAll(() => loadLanguage("en"));
beforeEach(() => {
  FakeNotification.raised = [];
  FakeNotification.permission = "granted";
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(
    () => seen as DocumentVisibilityState,
  );
  session.offer = {
    games: [{ id: "my_shelfie", name: "My Shelfie" }],
  } as unknown as typeof session.offer;
  Object.assign(settings, { notify: true, sound: false });
  history.replaceState(null, "", "/");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a tab that nobody sees says through the system that one's turn has begun", () => {
  seen = "hidden";
  session.turns = new Set(["abcd", "efgh"]);
  session.turnBegins(table);
  const [one] = FakeNotification.raised;
  expect(FakeNotification.raised).toHaveLength(1);
  expect(one!.options).toEqual({ body: "My Shelfie: your turn.", tag: "abcd" });
  expect([...session.turns]).toEqual(["efgh"]);
  const focused = vi.spyOn(window, "focus").mockImplementation(() => undefined);
  one!.onclick!();
  expect(focused).toHaveBeenCalled();
  expect(location.pathname).toBe("/t/abcd");
  expect(one!.close).toHaveBeenCalled();
});

test("nothing is raised where the page is seen, or notifications are off or forbidden", () => {
  seen = "visible";
  session.turnBegins(table);
  seen = "hidden";
  settings.notify = false;
  session.turnBegins(table);
  settings.notify = true;
  FakeNotification.permission = "denied";
  session.turnBegins(table);
  expect(FakeNotification.raised).toEqual([]);
});

test("a browser that lets no page raise them is none that allows them", () => {
  seen = "hidden";
  vi.stubGlobal(
    "Notification",
    Object.assign(
      () => {
        throw new TypeError();
      },
      { permission: "granted" },
    ),
  );
  expect(() => session.turnBegins(table)).not.toThrow();
});

test("where it is one's turn is known from the start, for the badge", async () => {
  const mine = (match: string, mine = true) => ({ mine, table: { match } });
  const matches = [mine("abcd"), mine("efgh"), mine("ijkl", false)];
  const asked = vi
    .spyOn(api, "myTables")
    .mockResolvedValue({ matches, more: false } as unknown as Awaited<
      ReturnType<typeof api.myTables>
    >);
  const welcome = (seats: string[]) =>
    heard.hooks.welcome({ type: "welcome", server: "", now: 0, seats } as unknown as Parameters<
      Hooks["welcome"]
    >[0]);
  session.turns = new Set(["long ago"]);
  welcome(["abcd", "efgh", "ijkl"]);
  heard.hooks.told({ type: "your_turn", match: "mnop", game: "my_shelfie" });
  await vi.waitFor(() => expect([...session.turns]).toEqual(["abcd", "efgh", "mnop"]));
  welcome([]);
  await vi.waitFor(() => expect(session.turns.size).toBe(0));
  expect(asked).toHaveBeenCalledOnce(); // nobody without a seat asks
});

test("a match that is left before one has moved still waits", async () => {
  const snapshot = {
    table: { match: "abcd", status: "playing", seats: [], setting: {} },
    position: { movers: [1], ply: 0, view: {}, choices: {} },
    seat: 1,
    seats: [1],
    happened: [],
    chat: [],
  };
  vi.spyOn(session.socket, "enter").mockResolvedValueOnce(snapshot as unknown as Snapshot);
  session.turns = new Set();
  const match = session.visit("abcd");
  await vi.waitFor(() => expect(match.isMine).toBe(true));
  session.leaveTable();
  expect([...session.turns]).toEqual(["abcd"]);
  session.turns = new Set();
});

test("a table at which one sits no more is offered again", async () => {
  const told = (seat: number | null) =>
    heard.hooks.told({ type: "table", table: { match: "abcd" }, seat } as unknown as Parameters<
      Hooks["told"]
    >[0]);
  session.seats = ["efgh"];
  told(1);
  expect(session.seats).toEqual(["efgh", "abcd"]);
  told(null);
  expect(session.seats).toEqual(["efgh"]);
});

test("a player who was sent away while the connection was lost learns it with the next welcome", async () => {
  const refusal = { type: "refused", request: 1, code: "sent_away", sentence: "Away." } as const;
  const snapshot = {
    table: { match: "abcd", status: "open", seats: [], setting: {} },
    seat: 1,
    happened: [],
    chat: [],
  };
  const enter = vi
    .spyOn(session.socket, "enter")
    .mockResolvedValueOnce(snapshot as unknown as Snapshot);
  const match = session.visit("abcd");
  await vi.waitFor(() => expect(session.seats).toContain("abcd"));
  enter.mockRejectedValueOnce(new RefusedError(refusal));
  heard.hooks.welcome({ type: "welcome", server: "", now: 0, seats: [] } as unknown as Parameters<
    Hooks["welcome"]
  >[0]);
  await vi.waitFor(() => expect(match.sentAway).toBe(true));
  expect(session.seats).toEqual([]);
  session.leaveTable();
});

test("a table that lets one in no more after a lost connection is shown no longer", async () => {
  const snapshot = {
    table: { match: "abcd", status: "playing", seats: [], setting: {} },
    seat: null,
    happened: [],
    chat: [],
  };
  vi.spyOn(session.socket, "enter").mockResolvedValueOnce(snapshot as unknown as Snapshot);
  const match = session.visit("abcd");
  await vi.waitFor(() => expect(match.table).not.toBeNull());
  const refuse = (id: string, code: string) =>
    heard.hooks.refused(id, { type: "refused", request: 1, code, sentence: `It is ${code}.` });
  refuse("efgh", "set_aside");
  expect(match.missing).toBeNull();
  refuse("abcd", "no_spectators");
  expect([match.missing, match.sentAway]).toEqual(["It is no_spectators.", false]);
  refuse("abcd", "sent_away");
  expect(match.sentAway).toBe(true);
  session.leaveTable();
});
