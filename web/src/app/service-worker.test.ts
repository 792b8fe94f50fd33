/** A new version of the service worker: what it takes over from the older one, and when it does not. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const address = (path: string) => new URL(path, "https://ludoteca.example").href;

/** A browser's caches, as far as the worker uses them. */
class Caches {
  readonly all = new Map<string, Map<string, string>>();

  async open(name: string) {
    const found = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, found);
    return {
      keys: async () => [...found.keys()].map((url) => ({ url })),
      match: async (path: string) => answerOf(found.get(address(path))),
      put: async (path: string, answer: Response) =>
        void found.set(address(path), await answer.text()),
      delete: async (path: string) => found.delete(address(path)),
    };
  }

  async match(path: string, options?: { cacheName: string }) {
    const names = options ? [options.cacheName] : [...this.all.keys()];
    const texts = names.map((name) => this.all.get(name)?.get(address(path)));
    return answerOf(texts.find((text) => text !== undefined));
  }

  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);

  paths = (name: string) =>
    [...(this.all.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname).sort();
}

const answerOf = (text: string | undefined) =>
  text === undefined ? undefined : new Response(text);

let caches: Caches;
let served: Record<string, string>;
let fetched: string[];
let updates = 0;

/** A version whose pack has these files; it becomes what the server has. */
function release(version: string, files: Record<string, string>) {
  const folder = `/device/${version}/`;
  const pack = JSON.stringify({
    folder,
    files: Object.fromEntries(Object.keys(files).map((name) => [name, 1])),
  });
  const shell: Record<string, string> = { "/": `page ${version}`, "/device.json": pack };
  const device = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [folder + name, text]),
  );
  served = { ...shell, ...device };
  const listed = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, digest(text)]));
  return { version, shell: listed(shell), device: listed(device) };
}

/** Let a version be installed and take over, as a browser does; false if it stays out. */
async function update(files: ReturnType<typeof release>): Promise<boolean> {
  const heard: Record<string, (event: unknown) => void> = {};
  vi.stubGlobal("self", {
    files,
    addEventListener: (name: string, act: (event: unknown) => void) => (heard[name] = act),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  });
  await import(/* @vite-ignore */ `./service-worker.ts?${(updates += 1)}`); // each its own worker
  try {
    for (const name of ["install", "activate"]) {
      let work: Promise<unknown> = Promise.resolve();
      heard[name]!({ waitUntil: (given: Promise<unknown>) => (work = given) });
      await work;
    }
    return true;
  } catch {
    return false;
  }
}

/** What the page does when somebody gets ready for offline play. */
async function keepPack(folder: string, names: string[]): Promise<void> {
  const cache = await caches.open("device");
  for (const name of names) await cache.put(folder + name, new Response(served[folder + name]));
}

beforeEach(() => {
  [caches, fetched] = [new Caches(), []];
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("importScripts", () => undefined);
  vi.stubGlobal("location", new URL("https://ludoteca.example/service-worker.js"));
  vi.stubGlobal("fetch", async (path: string) => {
    fetched.push(path);
    const text = served[path];
    return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an update brings offline play along, and fetches only what has changed", async () => {
  await update(release("one", { "python.wasm": "large", "rules.zip": "old rules" }));
  await keepPack("/device/one/", ["python.wasm", "rules.zip"]);
  fetched = [];
  expect(await update(release("two", { "python.wasm": "large", "rules.zip": "new rules" }))).toBe(
    true,
  );
  expect(fetched.filter((path) => path.startsWith("/device/"))).toEqual(["/device/two/rules.zip"]);
  expect(caches.paths("device")).toEqual(["/device/two/python.wasm", "/device/two/rules.zip"]);
  expect(await (await caches.match("/device/two/rules.zip"))!.text()).toBe("new rules");
  expect(await (await caches.match("/device/two/python.wasm"))!.text()).toBe("large");
});

test("an update that can't be fetched whole leaves the older version as it was", async () => {
  await update(release("one", { "python.wasm": "large", "rules.zip": "old rules" }));
  await keepPack("/device/one/", ["python.wasm", "rules.zip"]);
  const next = release("two", { "python.wasm": "larger", "rules.zip": "new rules" });
  delete served["/device/two/rules.zip"];
  expect(await update(next)).toBe(false);
  expect(caches.paths("device")).toEqual(
    expect.arrayContaining(["/device/one/python.wasm", "/device/one/rules.zip"]),
  );
  expect(caches.paths("shell-one")).toContain("/device.json");
  served["/device/two/rules.zip"] = "new rules";
  expect(await update(next)).toBe(true);
  expect(caches.paths("device")).toEqual(["/device/two/python.wasm", "/device/two/rules.zip"]);
});

test("nobody who has not asked for offline play downloads it", async () => {
  await update(release("one", { "python.wasm": "large", "rules.zip": "old rules" }));
  await keepPack("/device/one/", ["python.wasm"]); // given up half-way
  expect(await update(release("two", { "python.wasm": "larger", "rules.zip": "new" }))).toBe(true);
  expect(fetched.filter((path) => path.startsWith("/device/"))).toEqual([]);
  expect(caches.paths("device")).toEqual([]);
});
