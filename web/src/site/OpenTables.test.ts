// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../lib/speech.svelte";
import OpenTables from "./OpenTables.svelte";

const session = vi.hoisted(() => {
  const table = (match: string, second: string) => ({
    match,
    status: "open",
    setting: { game: "my_shelfie", seats: 2, clock: { kind: "none" } },
    seats: [
      { seat: 0, kind: "person", name: `host of ${match}` },
      { seat: 1, kind: second, name: second === "free" ? "" : "Bo" },
    ],
    opened_at: 0,
  });
  return { seats: [], tables: [table("full", "person"), table("free", "free")] };
});
vi.mock("../lib/session.svelte", () => ({ session }));
vi.mock("../boards", () => ({ findSign: () => undefined, placeOf: () => 0 }));
beforeAll(() => loadLanguage("en"));

test("a table without a free seat is not offered", async () => {
  const shown = mount(OpenTables, { target: document.body });
  flushSync();
  expect([...document.querySelectorAll("a")].map((one) => one.getAttribute("href"))).toEqual([
    "/t/free",
  ]);
  await unmount(shown);
});
