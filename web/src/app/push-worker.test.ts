/** Push messages in the service worker: what is shown, where a click leads, and a new subscription. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takePushMessages } from "./push-worker";
import type { WorkerScope } from "./scope";

const ORIGIN = "https://ludoteca.example";
const told = { body: "It’s your turn.", url: "/t/abcd", tag: "turn-abcd" };

const showNotification = vi.fn(async () => undefined);
const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) =>
  subscription("https://push.example/new"),
);
const openWindow = vi.fn(async (_: string) => undefined);
const setAppBadge = vi.fn(async (_?: number) => undefined);
const clearAppBadge = vi.fn(async () => undefined);
let pages: {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (to: string) => Promise<unknown>;
}[];
let answers: Record<string, unknown>;
let posted: [string, unknown][];
let heard: Record<string, (event: unknown) => void>;

function subscription(endpoint: string): PushSubscription {
  const keys = { p256dh: "key", auth: "secret" };
  const options = { applicationServerKey: new Uint8Array([1, 2]).buffer, userVisibleOnly: true };
  return { endpoint, options, toJSON: () => ({ keys }) } as unknown as PushSubscription;
}

/** Let something happen in the worker, and wait until it is done. */
async function happen(name: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  heard[name]!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

beforeEach(() => {
  vi.clearAllMocks();
  [pages, answers, posted, heard] = [[], {}, [], {}];
  takePushMessages({
    addEventListener: (name: string, act: (event: never) => void) =>
      (heard[name] = act as (event: unknown) => void),
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => pages, openWindow },
  } as unknown as WorkerScope);
  vi.stubGlobal("location", new URL(`${ORIGIN}/service-worker.js`));
  vi.stubGlobal("navigator", { setAppBadge, clearAppBadge, language: "it-IT" });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method === "POST") posted.push([path, JSON.parse(init.body as string)]);
    else if (!(path in answers)) return new Response("", { status: 401 });
    return Response.json(answers[path] ?? null);
  });
});
afterEach(() => vi.unstubAllGlobals());

const push = () => happen("push", { data: { json: () => told } });

test("a message is shown, and the badge says in how many matches it is one's turn", async () => {
  answers["/api/me/tables"] = { matches: [{ mine: true }, { mine: true }, { mine: false }] };
  await push();
  expect(showNotification).toHaveBeenCalledWith(
    "ludoteca",
    expect.objectContaining({ body: told.body, tag: told.tag, data: told }),
  );
  expect(setAppBadge).toHaveBeenCalledWith(2);
  answers["/api/me/tables"] = { matches: [] };
  await push(); // an invitation, or an end
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test("where the server can't be asked, the badge is a dot; without badges nothing is asked", async () => {
  await push();
  expect(setAppBadge).toHaveBeenCalledWith();
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", () => expect.fail());
  await push();
  expect(showNotification).toHaveBeenCalledTimes(2);
});

test("a click leads to the match, in the page that is open", async () => {
  const [focus, navigate] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  pages = [{ url: `${ORIGIN}/rules/my_shelfie`, focus, navigate }];
  const close = vi.fn();
  await happen("notificationclick", { notification: { close, data: told } });
  expect(close).toHaveBeenCalled();
  expect(focus).toHaveBeenCalled();
  expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/t/abcd`);
  pages[0]!.url = `${ORIGIN}/t/abcd`;
  await happen("notificationclick", { notification: { close, data: told } });
  expect(navigate).toHaveBeenCalledTimes(1); // a match that is shown is not loaded again
  expect(openWindow).not.toHaveBeenCalled();
});

test("a click opens a page where none is open, and never another site", async () => {
  const click = (url: string) =>
    happen("notificationclick", { notification: { close: () => undefined, data: { url } } });
  await click("/t/abcd");
  expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/t/abcd`);
  await click("https://elsewhere.example/t/abcd");
  expect(openWindow).toHaveBeenCalledTimes(1);
});

test("a subscription that the push service has ended is made again, and the server is told", async () => {
  const before = subscription("https://push.example/old");
  await happen("pushsubscriptionchange", { oldSubscription: before });
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: before.options.applicationServerKey,
  });
  const body = {
    endpoint: "https://push.example/new",
    p256dh: "key",
    auth: "secret",
    language: "it",
  };
  expect(posted).toEqual([
    ["/api/me/notices/push", body],
    ["/api/me/notices/push/off", { endpoint: "https://push.example/old" }],
  ]);
});

test("a browser that has the new subscription already, or says nothing of the old one", async () => {
  await happen("pushsubscriptionchange", {
    newSubscription: subscription("https://push.example/given"),
  });
  expect(subscribe).not.toHaveBeenCalled();
  expect(posted.map(([, body]) => (body as { endpoint: string }).endpoint)).toEqual([
    "https://push.example/given",
  ]);
  answers["/api/me/notices"] = { push_key: "BKey" };
  await happen("pushsubscriptionchange", {});
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "BKey" });
  delete answers["/api/me/notices"]; // logged out
  await expect(happen("pushsubscriptionchange", {})).resolves.toBeUndefined();
});
