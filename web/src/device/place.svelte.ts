/**
 * Where the page plays: at a server's tables, or at those of its own device.
 *
 * It plays on the device when the address names a match of it, when the person asked for it, when the
 * site has no server (`ludoteca static`), and when the server can't be reached as the page opens.
 */
import { settings } from "../lib/settings.svelte";
import type { Wire } from "../lib/socket";
import type { DeviceLink } from "./link";
import type { Pack } from "./pack";

/** Begins the id of every match on a device; see `ludoteca.device.server`. */
export const PREFIX = "device-";
const KEY = "ludoteca.on_device";
const WITHOUT_SERVER = 'meta[name="ludoteca-server"][content="none"]';

/** `unable`: this browser can't, or something is missing. */
export type Progress = { state: "off" | "starting" | "ready" | "unable"; share: number };

function wasChosen(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

class Place {
  /** There is no server behind this site. */
  readonly isAlone = document.querySelector(WITHOUT_SERVER) !== null;
  isDevice = $state(this.isAlone || wasChosen() || /^\/[tr]\/device-/.test(location.pathname));
  progress = $state.raw<Progress>({ state: "off", share: 0 });
  /** Matches can't be kept on this device: they end with the page. */
  isForgetful = $state(false);
  #link: Promise<DeviceLink> | null = null;

  /** Play on the device from now on, or at the server again; the page is loaded again. */
  choose(device: boolean): void {
    try {
      if (device) sessionStorage.setItem(KEY, "yes");
      else sessionStorage.removeItem(KEY);
    } catch {
      // forbidden: it lasts as long as the page
    }
    location.assign("/");
  }

  /** The server can't be reached as the page opens: play on the device, if that is possible. */
  async takeOver(): Promise<boolean> {
    if (this.isDevice) return false;
    try {
      const { isKept, readPack } = await import("./pack");
      if (!(await isKept(await readPack()))) return false;
    } catch {
      return false;
    }
    this.isDevice = true;
    return true;
  }

  #open(): Promise<DeviceLink> {
    return (this.#link ??= this.#start());
  }

  async #start(): Promise<DeviceLink> {
    this.progress = { state: "starting", share: 0 };
    try {
      if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
      const [{ DeviceLink }, pack] = await Promise.all([import("./link"), this.#pack()]);
      if (this.isAlone) void this.#keep(pack); // the next time, also without a network
      return new DeviceLink(pack, settings.pace === "calm", {
        progress: (share) => (this.progress = { state: share < 1 ? "starting" : "ready", share }),
        failed: (reason) => {
          console.warn(reason);
          this.progress = { state: "unable", share: 0 };
        },
        unkept: () => (this.isForgetful = true),
      });
    } catch (error) {
      this.progress = { state: "unable", share: 0 };
      throw error;
    }
  }

  async #keep(pack: Pack): Promise<void> {
    const { keepPack } = await import("./pack");
    await keepPack(pack, () => undefined).catch(() => undefined);
  }

  async #pack(): Promise<Pack> {
    return (await import("./pack")).readPack();
  }

  /** A wire to the tables of the device. */
  wire(): Wire {
    return new LateWire(this.#open().then((link) => link.wire()));
  }

  /** Answer as the server would; what there is to play is known before Python is there. */
  async request(method: string, path: string, body: unknown): Promise<Response> {
    const link = this.#open();
    if (method === "GET" && path === "/games") return Response.json((await this.#pack()).offer);
    const text = body === undefined ? "" : JSON.stringify(body);
    const language = document.documentElement.lang || "en";
    const answered = await (await link).request(method, path, text, language);
    return new Response(answered.text, { status: answered.status });
  }
}

/** A wire that is not there yet. */
class LateWire implements Wire {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #wire: Wire | null = null;

  constructor(coming: Promise<Wire>) {
    coming.then(
      (wire) => {
        this.#wire = wire;
        wire.onopen = () => this.onopen?.();
        wire.onmessage = (event) => this.onmessage?.(event);
        wire.onclose = (event) => this.onclose?.(event);
      },
      () => this.onclose?.({ code: 1011 }),
    );
  }

  send(text: string): void {
    this.#wire?.send(text);
  }

  close(code?: number): void {
    this.#wire?.close(code);
  }
}

export const place = new Place();
