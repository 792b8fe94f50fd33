/** What an installed page does as other apps do: keeps its files, stays awake in play, shows a badge. */

/** What browsers offer before a page is installed; not every one does. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<InstallOffer | null>(null);

/** Whether the browser would install the page now. */
export const canInstall = () => offer !== null;

/** Let the browser ask whether to install the page. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null; // each offer can be used once
  await asked?.prompt();
}

/** Whether the page runs in a window of its own. */
export function isInstalled(): boolean {
  return typeof matchMedia === "function" && matchMedia("(display-mode: standalone)").matches;
}

/** Note whether the page can be installed, and keep its files; called once, by the page. */
export function beInstallable(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // Settings offer it, at a time of one's own
    offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    offer = null;
    getReady();
  });
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  const keep = () => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
    if (isInstalled()) getReady(); // it was closed too early, or its browser tells no page
  };
  // What is on the screen goes first.
  const whenIdle = () => setTimeout(keep, 1500);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** An installed page plays without a network as well: load what that needs, unless data is dear. */
function getReady(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  import("../device/keeping.svelte").then(({ keeping }) => keeping.keep()).catch(() => undefined);
}

/** Keep the screen on until the returned function is called; a hidden page lets it go by itself. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async () => {
    if (!wanted || document.visibilityState !== "visible") return;
    try {
      const got = await navigator.wakeLock.request("screen");
      if (wanted) lock = got;
      else await got.release();
    } catch {
      // no power, or no such thing here: the screen goes dark as usual
    }
  };
  const again = () => void ask();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}

/** Show on the app's icon in how many matches it is one's turn. */
export function showBadge(turns: number): void {
  const shown = turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** Tap on the shoulder: short, and only where devices can. */
export function vibrate(): void {
  try {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30); // else it is refused
  } catch {
    // not before the first touch
  }
}
