/** Getting ready to play without a server, and browsers that keep nothing. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Keeping } from "./keeping.svelte";

const pack = {
  folder: "/device/abc/",
  files: { a: 2_000_000, b: 3_500_000 },
  games: [],
  offer: {},
};
let kept: Set<string>;

beforeEach(() => {
  kept = new Set();
  vi.stubGlobal("fetch", async () => Response.json(pack));
  const cache = {
    match: async (path: string) => (kept.has(path) ? new Response() : undefined),
    add: async (path: string) => void kept.add(path),
  };
  vi.stubGlobal("caches", { open: async () => cache });
});
afterEach(() => vi.unstubAllGlobals());

test("everything is fetched once", async () => {
  const keeping = new Keeping();
  await keeping.look();
  expect([keeping.state, keeping.megabytes]).toEqual(["missing", 6]);
  await keeping.keep();
  expect([keeping.state, keeping.share]).toEqual(["kept", 1]);
  expect([...kept]).toEqual(["/device/abc/a", "/device/abc/b"]);
  const again = new Keeping();
  await again.look();
  expect(again.state).toBe("kept");
});

test("without a network it has failed, and is tried again", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError()));
  const keeping = new Keeping();
  await keeping.keep();
  expect([keeping.pack, keeping.state]).toEqual([null, "unknown"]);
  vi.stubGlobal("fetch", async () => Response.json(pack));
  await keeping.keep();
  expect(keeping.state).toBe("kept");
});

test.each([
  ["a private window", { open: () => Promise.reject(new DOMException("", "SecurityError")) }],
  ["an address without https", undefined],
])("%s keeps nothing, and that is known", async (_, caches) => {
  vi.stubGlobal("caches", caches);
  const keeping = new Keeping();
  await expect(keeping.look()).resolves.toBeUndefined();
  expect(keeping.state).toBe("forbidden");
  await keeping.keep();
  expect(keeping.state).toBe("forbidden");
});
