// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { house } from "./house.svelte";
import { settings } from "./settings.svelte";
import { loadLanguage } from "./speech.svelte";

vi.mock("../boards", () => ({ placeOf: () => 0 }));

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
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => seen as DocumentVisibilityState);
  house.offer = { games: [{ id: "my_shelfie", name: "My Shelfie" }] } as unknown as typeof house.offer;
  Object.assign(settings, { notify: true, sound: false });
  history.replaceState(null, "", "/");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a tab that nobody sees says through the system that one's turn has begun", () => {
  seen = "hidden";
  house.turns = new Set(["abcd", "efgh"]);
  house.turnBegins(table);
  const [one] = FakeNotification.raised;
  expect(FakeNotification.raised).toHaveLength(1);
  expect(one!.options).toEqual({ body: "Your turn in My Shelfie.", tag: "abcd" });
  expect([...house.turns]).toEqual(["efgh"]);
  const focused = vi.spyOn(window, "focus").mockImplementation(() => undefined);
  one!.onclick!();
  expect(focused).toHaveBeenCalled();
  expect(location.pathname).toBe("/t/abcd");
  expect(one!.close).toHaveBeenCalled();
});

test("nothing is raised where the page is seen, or notifications are off or forbidden", () => {
  seen = "visible";
  house.turnBegins(table);
  seen = "hidden";
  settings.notify = false;
  house.turnBegins(table);
  settings.notify = true;
  FakeNotification.permission = "denied";
  house.turnBegins(table);
  expect(FakeNotification.raised).toEqual([]);
});

test("a browser that lets no page raise them is none that allows them", () => {
  seen = "hidden";
  vi.stubGlobal("Notification", Object.assign(() => { throw new TypeError(); }, { permission: "granted" }));
  expect(() => house.turnBegins(table)).not.toThrow();
});
