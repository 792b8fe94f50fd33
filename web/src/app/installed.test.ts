// @vitest-environment happy-dom
/** An installed page: its badge, its screen that stays on, its offer to be installed. */
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import {
  beInstallable,
  canInstall,
  install,
  showBadge,
  stayAwake,
  vibrate,
} from "./installed.svelte";

const keep = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock("../device/keeping.svelte", () => ({ keeping: { keep } }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  keep.mockClear();
});

test("the badge shows in how many matches it is one's turn", () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { setAppBadge, clearAppBadge });
  showBadge(2);
  expect(setAppBadge).toHaveBeenCalledWith(2);
  showBadge(0);
  expect(clearAppBadge).toHaveBeenCalled();
  vi.stubGlobal("navigator", {});
  expect(() => showBadge(1)).not.toThrow();
});

test("the screen stays on until play is over, also after the page was hidden", async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  vi.stubGlobal("navigator", { wakeLock: { request } });
  const rest = stayAwake();
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  rest();
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("without a wake lock nothing happens", () => {
  vi.stubGlobal("navigator", {});
  expect(() => stayAwake()()).not.toThrow();
});

test("an offer to install is kept for Settings, and used once", async () => {
  beInstallable();
  expect(canInstall()).toBe(false);
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  dispatchEvent(event);
  flushSync();
  expect(event.defaultPrevented).toBe(true);
  expect(canInstall()).toBe(true);
  await install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(canInstall()).toBe(false);
});

test("an installed page gets what it needs to play offline, unless data is to be saved", async () => {
  beInstallable();
  dispatchEvent(new Event("appinstalled"));
  await vi.waitFor(() => expect(keep).toHaveBeenCalled());
  keep.mockClear();
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  dispatchEvent(new Event("appinstalled"));
  await Promise.resolve();
  expect(keep).not.toHaveBeenCalled();
});

test("a page that runs installed gets it too: not every browser says that it was installed", async () => {
  const register = vi.fn(async () => undefined);
  vi.stubEnv("DEV", false);
  vi.stubGlobal("navigator", { serviceWorker: { register } });
  vi.useFakeTimers();
  const open = (standalone: boolean) => {
    vi.stubGlobal("matchMedia", () => ({ matches: standalone }));
    beInstallable();
    dispatchEvent(new Event("load"));
    return vi.advanceTimersByTimeAsync(2000);
  };
  await open(false);
  expect(register).toHaveBeenCalledWith("/service-worker.js");
  expect(keep).not.toHaveBeenCalled();
  await open(true);
  await vi.waitFor(() => expect(keep).toHaveBeenCalled());
  vi.unstubAllEnvs();
});

test("a vibration is short, and comes only after the page was touched", () => {
  const vibrated = vi.fn();
  vi.stubGlobal("navigator", { vibrate: vibrated, userActivation: { hasBeenActive: false } });
  vibrate();
  expect(vibrated).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { vibrate: vibrated, userActivation: { hasBeenActive: true } });
  vibrate();
  expect(vibrated).toHaveBeenCalledExactlyOnceWith(30);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  expect(vibrate).not.toThrow();
});
