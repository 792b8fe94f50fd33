/** Short notices: toasts for those who see, sentences for those who listen, and for those elsewhere. */
import { settings } from "./settings.svelte";

export interface Toast {
  id: number;
  sentence: string;
  kind: "plain" | "good" | "bad";
  action?: { label: string; act: () => void };
}

/** A sentence for those who listen; a new one each time, so that the same is heard twice. */
export interface Sentence {
  id: number;
  text: string;
  urgent: boolean;
}

/** So many sentences stay in the log that screen readers read from. */
const KEPT = 20;

let toasts = $state.raw<Toast[]>([]);
let said = $state.raw<readonly Sentence[]>([]);
let count = 0;

/** What lies over the page, the uppermost last: only there anything is seen and heard. */
let layers = $state.raw<readonly symbol[]>([]);

export const shownToasts = () => toasts;
export const spoken = () => said;
export const topLayer = () => layers.at(-1);

/** Lie over all else; gives how to go away again. */
export function layOver(layer: symbol): () => void {
  layers = [...layers, layer];
  return () => {
    layers = layers.filter((one) => one !== layer);
  };
}

/** Show a sentence for a while: refusals longer. */
export function toast(
  sentence: string,
  kind: Toast["kind"] = "plain",
  action?: Toast["action"],
): void {
  if (!sentence) return;
  const id = (count += 1);
  const one: Toast = action ? { id, sentence, kind, action } : { id, sentence, kind };
  toasts = [...toasts.filter((other) => other.sentence !== sentence), one].slice(-3);
  setTimeout(() => dismiss(id), kind === "bad" || action ? 6000 : 4000);
}

export function dismiss(id: number): void {
  toasts = toasts.filter((one) => one.id !== id);
}

/** Tell those who do not see the screen: every sentence is heard, one after the other. */
export function say(text: string, urgent = false): void {
  if (!text) return;
  said = [...said, { id: (count += 1), text, urgent }].slice(-KEPT);
}

/** Tell those who look elsewhere, through the system; false if that is not wanted or not possible. */
export function notify(sentence: string, tag: string, act: () => void): boolean {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted")
    return false;
  try {
    const notification = new Notification("ludoteca", { body: sentence, tag });
    notification.onclick = () => {
      focus();
      act();
      notification.close();
    };
    return true;
  } catch {
    return false; // some phones have them, but not for pages
  }
}
