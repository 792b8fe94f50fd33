/** The way from the page to the tables of its device: a wire, and answers to what is asked by HTTP. */
import type { Wire } from "../lib/socket";
import type { Pack } from "./pack";

export type ToWorker =
  | { type: "start"; pack: Pack; pauses: boolean }
  | { type: "connect" }
  | { type: "frame"; text: string }
  | {
      type: "request";
      id: number;
      method: string;
      path: string;
      body: string;
      language: string;
    };

export type FromWorker =
  | { type: "progress"; share: number }
  | { type: "ready" }
  | { type: "failed"; reason: string }
  | { type: "unkept"; reason: string }
  | { type: "replaced" }
  | { type: "frame"; text: string }
  | { type: "answer"; id: number; status: number; text: string };

export interface Answered {
  status: number;
  text: string;
}

export interface Hears {
  progress(share: number): void;
  failed(reason: string): void;
  /** Something can't be kept: there is no room, or it is forbidden. */
  unkept(reason: string): void;
}

const OPEN = 1;
const CLOSED = 3;

/** A wire of the socket that leads to the worker. */
class DeviceWire implements Wire {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #post: (message: ToWorker) => void;

  constructor(post: (message: ToWorker) => void) {
    this.#post = post;
  }

  open(): void {
    if (this.readyState) return;
    this.readyState = OPEN;
    this.#post({ type: "connect" });
    this.onopen?.();
  }

  send(text: string): void {
    if (this.readyState === OPEN) this.#post({ type: "frame", text });
  }

  hear(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: text });
  }

  close(code = 1000): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.({ code });
  }
}

export class DeviceLink {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #asked = new Map<number, (answer: Answered) => void>();
  #wire: DeviceWire | null = null;
  #count = 0;

  /** `pauses`: bots take their time, so that people can follow. */
  constructor(pack: Pack, pauses: boolean, hears: Hears) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#ready = new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        hears.failed(reason);
        reject(new Error(reason));
      };
      this.#worker.onerror = (event) => fail(event.message);
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "ready") resolve();
        else if (data.type === "failed") fail(data.reason);
        else if (data.type === "progress") hears.progress(data.share);
        else if (data.type === "unkept") hears.unkept(data.reason);
        else if (data.type === "replaced") this.#end();
        else if (data.type === "frame") this.#wire?.hear(data.text);
        else {
          this.#asked.get(data.id)?.(data);
          this.#asked.delete(data.id);
        }
      };
    });
    this.#ready.then(
      () => hears.progress(1),
      () => undefined,
    );
    this.#post({ type: "start", pack, pauses });
  }

  /** Another page has taken over: what it keeps must not be overwritten. */
  #end(): void {
    this.#worker.terminate();
    this.#wire?.close(4003);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** A new wire; it opens when Python is there. */
  wire(): Wire {
    const wire = (this.#wire = new DeviceWire((message) => this.#post(message)));
    this.#ready.then(
      () => setTimeout(() => wire.open()), // who asked may first say what to do then
      () => setTimeout(() => wire.close(1011)),
    );
    return wire;
  }

  async request(method: string, path: string, body: string, language: string): Promise<Answered> {
    await this.#ready;
    const id = (this.#count += 1);
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#post({ type: "request", id, method, path, body, language });
    });
  }
}
