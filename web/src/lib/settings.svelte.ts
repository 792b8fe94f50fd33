/** What a person has set, kept on this device; applied to the page at once. */
import type { BoardSettings, Size } from "../boards/contract";
import type { PlayNow } from "./playnow";
import type { Language } from "./words";

export interface Settings {
  language: Language;
  theme: "system" | "light" | "dark";
  signs: boolean;
  motion: "system" | "full" | "off";
  /** The turns of others: one after the other, or as they come. */
  pace: "calm" | "quick";
  sound: boolean;
  /** Devices that can tap a little when it is one's turn. */
  vibrate: boolean;
  confirm: boolean;
  leftHand: boolean;
  keys: boolean;
  /** The bots of "Play now". */
  level: string;
  /** What else was chosen for "Play now", by game. */
  playNow: Record<string, PlayNow>;
  /** Tell when it is one's turn while the page is not seen. */
  notify: boolean;
}

const KEY = "ludoteca.settings";

export function usual(languages: readonly string[]): Settings {
  const known = languages.map((one) => one.slice(0, 2).toLowerCase());
  const language = known.find((one): one is Language => ["en", "it", "de"].includes(one)) ?? "en";
  return {
    language,
    theme: "system",
    signs: false,
    motion: "system",
    pace: "calm",
    sound: true,
    vibrate: true,
    confirm: true,
    leftHand: false,
    keys: true,
    level: "medium",
    playNow: {},
    notify: false,
  };
}

/** Read what was kept; what is damaged or unknown is left out. */
export function read(text: string | null, defaults: Settings): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    return defaults;
  }
  if (typeof kept !== "object" || kept === null) return defaults;
  const known = Object.entries(kept).filter(
    ([key, value]) =>
      value !== null &&
      Object.hasOwn(defaults, key) &&
      typeof value === typeof defaults[key as keyof Settings],
  );
  const settings: Settings = { ...defaults, ...Object.fromEntries(known) };
  if (!["en", "it", "de"].includes(settings.language)) settings.language = defaults.language;
  return settings;
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null; // the person forbids it: settings last as long as the page
  }
}

const watch = (query: string) => (typeof matchMedia === "function" ? matchMedia(query) : null);
const darkWish = watch("(prefers-color-scheme: dark)");
const stillWish = watch("(prefers-reduced-motion: reduce)");

export const settings: Settings = $state(
  read(storage()?.getItem(KEY) ?? null, usual(navigator.languages ?? [navigator.language])),
);

const device = $state({
  dark: darkWish?.matches ?? false,
  still: stillWish?.matches ?? false,
  width: globalThis.innerWidth ?? 0,
  height: globalThis.innerHeight ?? 0,
});

darkWish?.addEventListener("change", (event) => (device.dark = event.matches));
stillWish?.addEventListener("change", (event) => (device.still = event.matches));
addEventListener("resize", () => {
  device.width = innerWidth;
  device.height = innerHeight;
});

export function sizeOf(width: number, height: number): Size {
  if (height < 500 && width < 1100) return "landscape";
  return width < 600 ? "phone" : width < 1100 ? "tablet" : "desktop";
}

/** Tablets lower than this lay their boards out as a phone on its side does, only larger. */
const LEAST_UPRIGHT = 900;

/** The size for which a board is laid out. */
export const boardSizeOf = (width: number, height: number): Size => {
  const size = sizeOf(width, height);
  return size === "tablet" && height < LEAST_UPRIGHT ? "landscape" : size;
};

const dark = $derived(settings.theme === "system" ? device.dark : settings.theme === "dark");
const motion = $derived(settings.motion === "system" ? !device.still : settings.motion === "full");
const size = $derived(sizeOf(device.width, device.height));

/** The settings as boards get them: nothing is left to the system. */
export function resolved(): BoardSettings {
  const { language, signs, sound, confirm, leftHand, keys } = settings;
  return { language, dark, signs, motion, sound, confirm, leftHand, keys };
}

export const currentSize = () => size;
export const boardSize = () => boardSizeOf(device.width, device.height);
export const isMoving = () => motion;

/** Keep and apply every change; called once, by the page. */
export function applySettings(): void {
  $effect(() => {
    storage()?.setItem(KEY, JSON.stringify(settings));
  });
  $effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dark ? "dark" : "light";
    dataset.motion = motion ? "full" : "off";
    dataset.signs = settings.signs ? "on" : "off";
    document.documentElement.lang = settings.language;
  });
}
