// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadLanguage } from "../lib/speech.svelte";
import CreateForm from "./CreateForm.svelte";

const open = vi.hoisted(() => vi.fn());
vi.mock("../lib/session.svelte", () => ({
  session: {
    offer: { games: [{ id: "g", name: "G", players: [2, 3], options: [], editions: {} }] },
    open,
  },
}));
vi.mock("../boards", () => ({ placeOf: () => 0 }));

let part: object;
beforeAll(() => loadLanguage("en"));
beforeEach(() => {
  open.mockReset().mockResolvedValue(null);
  part = mount(CreateForm, { target: document.body });
  flushSync();
});
afterEach(() => unmount(part));

const group = (name: string) =>
  [...document.querySelectorAll("fieldset")].find(
    (one) => one.querySelector("legend")!.textContent === name,
  );
const texts = (name: string) =>
  [...group(name)!.querySelectorAll("label")].map((one) => one.textContent.trim());
function choose(name: string, text: string) {
  const label = [...group(name)!.querySelectorAll("label")].find(
    (one) => one.textContent.trim() === text,
  )!;
  label.querySelector("input")!.click();
  flushSync();
}
async function opened(): Promise<Record<string, unknown>> {
  document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  await vi.waitFor(() => expect(open).toHaveBeenCalled());
  return open.mock.lastCall![0];
}

test("a clock is chosen by its kind, then by how much time", async () => {
  expect(group("Time")).toBeUndefined();
  choose("Clock", "per turn");
  expect(texts("Time")).toEqual(["15 s", "30 s", "1 min", "2 min", "5 min"]);
  expect(document.body.textContent).toContain("1 min per turn");
  choose("Clock", "days per turn");
  expect(texts("Time")).toEqual(["1", "2", "3", "7", "14"]);
  choose("Clock", "per match");
  expect(texts("Time")).toEqual(["3+2", "5+5", "10+10", "20+15", "30+30"]);
  choose("Time", "20+15");
  expect(document.body.textContent).toContain("20 min + 15 s per turn");
  expect((await opened()).clock).toEqual({ kind: "bank", seconds: 1200, increment: 15 });
});

test("without a choice nobody is hurried", async () => {
  expect((await opened()).clock).toEqual({ kind: "none" });
});

test("how long the table waits for somebody is chosen, where people stay", async () => {
  expect(texts("Time to reconnect")).toEqual(["15 s", "30 s", "1 min", "2 min", "5 min"]);
  choose("Time to reconnect", "2 min");
  expect((await opened()).grace).toBe(120);
  choose("Clock", "days per turn");
  expect(group("Time to reconnect")).toBeUndefined();
});
