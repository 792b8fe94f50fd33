/** Push messages as the service worker takes them: shown, opened, and asked for again when they end. */
import type {
  GlanceList,
  NoticeSettings,
  PushBody,
  PushMessage,
  PushOffBody,
} from "../protocol/http";
import type { WorkerScope } from "./scope";

const LANGUAGES = ["en", "it", "de"] as const;

/** Take what concerns push messages; called once, by the service worker. */
export function takePushMessages(scope: WorkerScope): void {
  scope.addEventListener("push", (event) => {
    event.waitUntil(show(scope, event.data?.json() as PushMessage));
  });
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(lead(scope, (event.notification.data as PushMessage).url));
  });
  scope.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(
      renew(scope, event.oldSubscription ?? null, event.newSubscription ?? null).catch(
        () => undefined, // nobody is logged in, or no network: the page tells the server again
      ),
    );
  });
}

async function show(scope: WorkerScope, told: PushMessage): Promise<void> {
  await scope.registration.showNotification("ludoteca", {
    body: told.body,
    tag: told.tag,
    icon: "/icons/192.png",
    badge: "/icons/badge.png",
    data: told,
  });
  if ("setAppBadge" in navigator) await showTurns().catch(() => undefined);
}

/** Show on the app's icon in how many matches it is one's turn; only a dot if that can't be asked. */
async function showTurns(): Promise<void> {
  const found = await get<GlanceList>("/me/tables").catch(() => null);
  if (!found) await navigator.setAppBadge();
  else {
    const turns = found.matches.filter((glance) => glance.mine).length;
    await (turns ? navigator.setAppBadge(turns) : navigator.clearAppBadge());
  }
}

/** Show the match a notice is about, in a page that is open already, else in a new one. */
async function lead(scope: WorkerScope, path: string): Promise<void> {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const [open] = await scope.clients.matchAll({ type: "window" });
  if (!open) return void (await scope.clients.openWindow(address.href));
  await open.focus();
  if (open.url !== address.href) await open.navigate(address.href);
}

/** The push service has ended a subscription: take a new one, and tell the server. */
async function renew(
  { registration }: WorkerScope,
  before: PushSubscription | null,
  given: PushSubscription | null,
): Promise<void> {
  const key = async () => (await get<NoticeSettings>("/me/notices")).push_key;
  const taken =
    given ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: before?.options.applicationServerKey ?? (await key()),
    }));
  const { keys } = taken.toJSON();
  const language = LANGUAGES.find((one) => navigator.language.startsWith(one));
  const body: PushBody = {
    endpoint: taken.endpoint,
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    language: language ?? "en", // the page knows better, and tells it when it is opened
  };
  await post("/me/notices/push", body);
  if (before && before.endpoint !== taken.endpoint) {
    const ended: PushOffBody = { endpoint: before.endpoint };
    await post("/me/notices/push/off", ended);
  }
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(`/api${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function post(path: string, body: unknown): Promise<void> {
  await fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
