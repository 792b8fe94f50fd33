/**
 * The service worker: keeps the files of the page, so that it opens without a network.
 *
 * `files.js`, written by the build, lists every file with a digest; a change of it makes the browser
 * install a new worker. That one fills a cache of its own and takes over at once. Pages that were
 * opened before go on: the files they still ask for have hashed names and stay in the older caches.
 * Where the older version could play without a server, the new one fetches what it needs for that
 * before it takes over; if it can't, the older version stays whole.
 * What the server works out (`/api`, the socket) never passes through here.
 *
 * Push messages of the server arrive here as well (`push-worker.ts`).
 */
import type { Pack } from "../device/pack";
import type { Listed } from "./listed";
import { takePushMessages } from "./push-worker";
import type { WorkerScope } from "./scope";

declare const self: WorkerScope & { files: Listed };
declare const importScripts: (address: string) => void;

importScripts("/files.js");

const { version, shell, device } = self.files;
const PREFIX = "shell-";
const SHELL = PREFIX + version;
/** What is needed to play without a server; the page fills it when it is wanted (`device/pack.ts`). */
const DEVICE = "device";
const PACK = "/device.json";
const INDEX = "/";
/** Older caches that stay, for pages that have been open for long. */
const KEPT = 3;
/** Milliseconds for the network to bring the page before the kept one is shown. */
const TIMEOUT = 3000;
const NEVER = /^\/(api|socket|health|metrics|embed)(\/|$)|^\/(service-worker|files)\.js$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    fill()
      .then(renewPack)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (NEVER.test(address.pathname)) return;
  if (request.mode === "navigate") event.respondWith(open(request));
  else event.respondWith(find(request));
});

takePushMessages(self);

/** Put all files into the cache of this version; those that an older one has are taken from there. */
async function fill(): Promise<void> {
  const cache = await caches.open(SHELL);
  await Promise.all(
    Object.entries(shell).map(async ([path, digest]) => {
      const known = path.startsWith("/assets/") && (await caches.match(path));
      await cache.put(path, known || (await load(path, digest, "no-cache")));
    }),
  );
}

/** Fetch a file; what the network brings of another version is refused, and tried again later. */
async function load(path: string, digest: string, cache: RequestCache): Promise<Response> {
  const answer = await fetch(path, { cache });
  if (answer.ok && (await digestOf(answer.clone())) === digest) return answer;
  throw new Error(`${path} is of another version`);
}

/** Fetch what changed of the files for playing without a server, where the older ones are kept. */
async function renewPack(): Promise<void> {
  const kept = await caches.open(DEVICE);
  const paths = (await kept.keys()).map(({ url }) => new URL(url).pathname);
  if (!(await wasKept(new Set(paths)))) return;
  await Promise.all(
    Object.entries(device).map(async ([path, digest]) => {
      if (paths.includes(path)) return;
      const older = paths.filter((one) => nameOf(one) === nameOf(path));
      const same = await findSame(kept, older, digest);
      await kept.put(path, same ?? (await load(path, digest, "default")));
    }),
  );
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Whether all files of this version or of an older one are kept. */
async function wasKept(paths: Set<string>): Promise<boolean> {
  for (const cacheName of (await caches.keys()).filter((name) => name.startsWith(PREFIX))) {
    const answer = await caches.match(PACK, { cacheName });
    if (!answer) continue;
    const { folder, files } = (await answer.json()) as Pack;
    if (Object.keys(files).every((name) => paths.has(folder + name))) return true;
  }
  return false;
}

/** Find a file with this content. */
async function findSame(
  kept: Cache,
  paths: string[],
  digest: string,
): Promise<Response | undefined> {
  for (const path of paths) {
    const answer = await kept.match(path);
    if (answer && (await digestOf(answer.clone())) === digest) return answer;
  }
}

async function digestOf(answer: Response): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return Array.from(sum.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Drop what nobody can ask for any more. */
async function tidy(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = shells.filter((name) => name !== SHELL).slice(0, -KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  const kept = await caches.open(DEVICE);
  for (const { url } of await kept.keys())
    if (!(new URL(url).pathname in device)) await kept.delete(url);
}

/** The page: from the network if that is quick and well, else as it was kept. */
async function open(request: Request): Promise<Response> {
  const kept = await caches.match(INDEX, { cacheName: SHELL });
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(resolve, TIMEOUT, kept));
  const fresh = fetch(request).then(
    (answer) => (answer.ok || answer.type === "opaqueredirect" ? answer : kept),
    () => kept,
  );
  return Promise.race([fresh, late]);
}

/** A file: as it was kept, in this version or in an older one, else from the network. */
async function find(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const own = await caches.match(path, { cacheName: path in device ? DEVICE : SHELL });
  if (own) return own;
  return (path.startsWith("/assets/") && (await caches.match(path))) || fetch(request);
}
