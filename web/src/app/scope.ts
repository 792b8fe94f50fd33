/** What a service worker is given, as far as ours uses it; TypeScript has it only instead of a page's. */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Events {
  install: Extendable;
  activate: Extendable;
  fetch: Fetching;
}

export interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  addEventListener<K extends keyof Events>(name: K, act: (event: Events[K]) => void): void;
  skipWaiting(): Promise<void>;
}
