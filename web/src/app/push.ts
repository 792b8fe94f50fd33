/** Push messages to this browser: taken, given up, and known to the server again after a new session. */
import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";

/** Whether this browser can take messages while the page is closed. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The subscription of this browser; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush() || Notification.permission !== "granted") return null;
  const kept = await navigator.serviceWorker.getRegistration();
  return (await kept?.pushManager.getSubscription()) ?? null;
}

/** Take messages from the server that has this key; false if the person or the browser refuses. */
export async function subscribe(key: string): Promise<boolean> {
  if (!canPush() || (await Notification.requestPermission()) !== "granted") return false;
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const given = { userVisibleOnly: true, applicationServerKey: key };
    const before = await pushManager.getSubscription();
    if (before && !isFor(before, key)) await before.unsubscribe(); // the server has a new key
    await send(await pushManager.subscribe(given));
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

/** Take no messages any more. */
export async function unsubscribe(): Promise<void> {
  const found = await findSubscription();
  if (!found) return;
  await api.pushOff(found.endpoint).catch(() => undefined);
  await found.unsubscribe();
}

/** Tell the server again, for the person who is logged in now: a subscription belongs to a session. */
export async function renewSubscription(): Promise<void> {
  const found = await findSubscription();
  if (found) await send(found);
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  return own !== null && encode(own) === key;
}

function encode(data: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(data));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function send(subscription: PushSubscription): Promise<void> {
  const { keys } = subscription.toJSON();
  await api.pushOn({
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    language: settings.language,
  });
}
