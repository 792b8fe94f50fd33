/**
 * The service worker: keeps the files of the page, so that it opens without a network.
 *
 * `files.js`, written by the build, lists every file with a digest; a change of it makes the browser
 * install a new worker. That one fills a cache of its own and takes over at once. Pages that were
 * opened before go on: the files they still ask for have hashed names and stay in the older caches.
 * What the server works out (`/api`, the socket) never passes through here.
 *
 * Push messages of the server arrive here as well, while no page is open.
 */
import type { Listed } from "./listed";
import type { WorkerScope } from "./scope";

declare const self: WorkerScope & { files: Listed };
declare const importScripts: (address: string) => void;

importScripts("/files.js");

const { version, shell, device } = self.files;
const PREFIX = "shell-";
const SHELL = PREFIX + version;
/** What is needed to play without a server; the page fills it when it is wanted. */
const DEVICE = "device";
const INDEX = "/";
/** Older caches that stay, for pages that have been open for long. */
const KEPT = 3;
/** Milliseconds for the network to bring the page before the kept one is shown. */
const TIMEOUT = 3000;
const NEVER = /^\/(api|socket|health|metrics|embed)(\/|$)|^\/(service-worker|files)\.js$/;

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
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

/** What the server tells while no page is open; see `PushMessage` in `ludoteca.server.notices`. */
interface Told {
  body: string;
  url: string;
  tag: string;
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() as Told)));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead((event.notification.data as Told).url));
});

async function show(told: Told): Promise<void> {
  await self.registration.showNotification("ludoteca", {
    body: told.body,
    tag: told.tag,
    icon: "/icons/192.png",
    badge: "/icons/badge.png",
    data: told,
  });
}

/** Show the match a notice is about, in a page that is open already, else in a new one. */
async function lead(path: string): Promise<void> {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return void (await self.clients.openWindow(address.href));
  await open.focus();
  if (open.url !== address.href) await open.navigate(address.href);
}

/** Put all files into the cache of this version; those that an older one has are taken from there. */
async function fill(): Promise<void> {
  const cache = await caches.open(SHELL);
  await Promise.all(
    Object.entries(shell).map(async ([path, digest]) => {
      const known = path.startsWith("/assets/") && (await caches.match(path));
      const answer = known || (await fetch(path, { cache: "no-cache" }));
      if (!known && (await digestOf(answer.clone())) !== digest)
        throw new Error(`${path} is of another version`); // it is tried again later
      await cache.put(path, answer);
    }),
  );
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
