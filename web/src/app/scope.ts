/** What a service worker is given, as far as ours uses it; TypeScript has it only instead of a page's. */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Extendable {
  readonly data: { json(): unknown } | null;
}

/** Browsers do not all say both. */
interface SubscriptionChanged extends Extendable {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

interface Clicked extends Extendable {
  readonly notification: Notification;
}

interface Events {
  install: Extendable;
  activate: Extendable;
  fetch: Fetching;
  push: Pushed;
  pushsubscriptionchange: SubscriptionChanged;
  notificationclick: Clicked;
}

/** An open page. */
interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
}

interface Clients {
  claim(): Promise<void>;
  matchAll(which: { type: "window" }): Promise<PageClient[]>;
  openWindow(address: string): Promise<unknown>;
}

export interface WorkerScope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  addEventListener<K extends keyof Events>(name: K, act: (event: Events[K]) => void): void;
  skipWaiting(): Promise<void>;
}
