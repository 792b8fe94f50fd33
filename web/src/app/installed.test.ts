// @vitest-environment happy-dom
/** An installed page: its badge, its screen that stays on, its offer to be installed. */
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { beInstallable, canInstall, install, showBadge, stayAwake } from "./installed.svelte";

afterEach(() => vi.unstubAllGlobals());

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
