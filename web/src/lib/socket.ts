/**
 * The one socket of the page: says hello, numbers requests, and comes back by itself.
 *
 * After a lost connection it connects again, enters its tables again, and then sends the moves that
 * were not answered once more, by the same `move_id`: the server takes each of them once. All other
 * requests under way fail as `Lost`; who asked may ask again. It is up when it is at its tables; as
 * long as the server can't let it in, it asks again.
 */
import {
  type Answers,
  type FromClient,
  type Language,
  type Refused,
  type Snapshot,
  type ToClient,
  VERSION,
  type Welcome,
} from "../protocol/messages";
import { afterClose, Bucket, pauseAfter, pauseBefore, sleep } from "./reconnect";

/** As what a table is entered, and how far its chat is known. */
interface Place {
  seat: number | null;
  after: number;
  /** Positions are told as text, too. */
  drawing: boolean;
}

/** A message as the page writes it: the number is added here. */
export type Ask<T extends FromClient = FromClient> = T extends FromClient
  ? Omit<T, "request">
  : never;
export type AnswerTo<A extends { type: FromClient["type"] }> = Answers[A["type"]];
type Answer = Extract<ToClient, { request: number }>;
/** What is told without being asked. */
export type Told = Exclude<ToClient, Answer>;

/** The server said no, and why. */
export class RefusedError extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal.sentence);
  }
}

/** The connection went away before the answer came. */
export class Lost extends Error {}

/** `replaced`: another tab of this seat has taken over; `old`: the page is older than the server. */
export type Link = "starting" | "up" | "lost" | "replaced" | "banned" | "old" | "closed";

export interface Wire {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface Hooks {
  /** Open a wire. */
  connect(): Wire;
  /** Make sure there is a session before a wire is opened; `again`: the last one is not known. */
  comeIn(again: boolean): Promise<void>;
  language(): Language;
  link(state: Link): void;
  welcome(message: Welcome): void;
  /** A table was entered again after a lost connection. */
  entered(snapshot: Snapshot): void;
  /** A table that was entered lets us in no more. */
  refused(match: string, refusal: Refused): void;
  told(message: Told): void;
}

interface Pending {
  message: FromClient;
  /** It belongs to one connection, and is not kept for the next one. */
  passing?: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** So long the server may be silent after something was said to it; bots may think longer. */
const TIMEOUT = 10_000;

export class Socket {
  #hooks: Hooks;
  #wire: Wire | null = null;
  #pending = new Map<number, Pending>();
  #waiting: FromClient[] = [];
  #entered = new Map<string, Place>();
  /** Those of them at which one has not been yet. */
  #arriving = new Set<Place>();
  #next = 1;
  #fails = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pacer: ReturnType<typeof setTimeout> | undefined;
  #bucket = new Bucket();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #up = false;
  #ended = false;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Connect, and stay connected. */
  start(): void {
    void this.#open(false);
  }

  /** Connect now instead of after the next wait: the network is back, the page is seen again. */
  hurry(): void {
    if (this.#up || this.#ended || this.#wire) return;
    this.#fails = 0;
    void this.#open(false);
  }

  /** The network is gone: a socket may not notice for a long time. */
  cut(): void {
    const wire = this.#wire;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    this.#closed(1006);
  }

  /** Come back after another tab had taken over. */
  takeBack(): void {
    this.#ended = false;
    this.hurry();
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#hooks.link("closed");
    this.#wire?.close(1000);
  }

  /** Say something; the promise is kept by its answer, or broken by RefusedError or Lost. */
  ask<A extends Ask>(message: A): Promise<AnswerTo<A>> {
    const numbered = { ...message, request: this.#next++ } as FromClient;
    return new Promise((resolve, reject) => {
      this.#pending.set(numbered.request, {
        message: numbered,
        resolve: resolve as (answer: Answer) => void,
        reject,
      });
      if (this.#up) this.#send(numbered);
      else if (numbered.type !== "play_move" && this.#ended) this.#fail(numbered.request);
    });
  }

  /**
   * Come to a table, and again after every lost connection, until `exit`. As long as the server
   * can't let us in, `waits` is told why. With `drawing` positions are told as text, too.
   */
  async enter(
    match: string,
    seat: number | null = null,
    waits?: (refusal: Refused) => void,
    drawing = false,
  ): Promise<Snapshot> {
    const place = { seat, after: 0, drawing };
    this.#entered.set(match, place);
    this.#arriving.add(place);
    try {
      for (;;) {
        const answer = await this.#arrive(match, place);
        if (answer.type === "snapshot") return answer;
        waits?.(answer);
        await sleep(pauseAfter(answer.retry_after ?? 0));
      }
    } finally {
      this.#arriving.delete(place);
    }
  }

  /** Ask once to come to a table; gives the refusal if it passes. */
  async #arrive(match: string, place: Place): Promise<Snapshot | Refused> {
    if (this.#entered.get(match) !== place) throw new Lost(); // one has left meanwhile
    try {
      return await this.ask({ type: "enter", match, ...place });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (typeof error.refusal.retry_after === "number") return error.refusal;
      this.#entered.delete(match);
      throw error;
    }
  }

  exit(match: string): void {
    if (!this.#entered.delete(match)) return;
    if (this.#up) this.ask({ type: "exit", match }).catch(() => undefined);
  }

  async #open(again: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#hooks.comeIn(again);
    } catch {
      this.#later();
      return;
    }
    if (this.#ended || this.#wire) return;
    const wire = this.#hooks.connect();
    this.#wire = wire;
    wire.onopen = () => this.#greet(wire);
    wire.onmessage = (event) => this.#read(event.data);
    wire.onclose = (event) => {
      if (this.#wire === wire) this.#closed(event.code);
    };
  }

  async #greet(wire: Wire): Promise<void> {
    const [request, language] = [this.#next++, this.#hooks.language()];
    try {
      const answer = await this.#say({ type: "hello", request, version: VERSION, language });
      const welcome = answer as Welcome;
      this.#hooks.welcome(welcome);
      this.#bucket.start(welcome.pace ?? null);
      if (welcome.version !== VERSION) {
        this.#end("old");
        return;
      }
      await this.#reenter(wire);
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === "wrong_version") this.#end("old");
      else if (this.#wire === wire) wire.close(1000);
      return;
    }
    this.#up = true;
    this.#fails = 0;
    this.#hooks.link("up");
    const moves = [...this.#pending.values()].map((one) => one.message);
    for (const message of moves) this.#send(message);
  }

  async #reenter(wire: Wire): Promise<void> {
    for (const [match, place] of [...this.#entered])
      // a client that arrives asks by itself
      if (!this.#arriving.has(place)) await this.#enterAgain(match, wire);
    if (this.#wire !== wire) throw new Lost();
  }

  /** Ask to come to a table again until the server lets us in, or says that it never will. */
  async #enterAgain(match: string, wire: Wire): Promise<void> {
    for (;;) {
      if (this.#bucket.wait) await sleep(this.#bucket.wait);
      if (this.#wire !== wire) throw new Lost();
      const entered = this.#entered.get(match);
      if (!entered) return;
      const request = this.#next++;
      try {
        const answer = await this.#say({
          type: "enter",
          request,
          match,
          ...entered,
        });
        this.#hooks.entered(answer as Snapshot);
        return;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        const { retry_after } = error.refusal;
        if (typeof retry_after !== "number") {
          if (this.#entered.delete(match)) this.#hooks.refused(match, error.refusal);
          return;
        }
        await sleep(pauseAfter(retry_after));
      }
    }
  }

  /** Say something at once that belongs to this connection alone. */
  #say(message: FromClient): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending.set(message.request, { message, resolve, reject, passing: true });
      this.#bucket.take();
      this.#write(message);
    });
  }

  #read(text: string): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const message = JSON.parse(text) as ToClient;
    if (!("request" in message)) {
      if (message.type === "resync") this.#resync(message.match ?? null);
      else this.#hooks.told(message);
      return;
    }
    const pending = this.#pending.get(message.request);
    if (!pending) return;
    this.#pending.delete(message.request);
    if (message.type === "refused") {
      if (message.code === "too_fast") this.#bucket.empty();
      pending.reject(new RefusedError(message));
    } else pending.resolve(message);
  }

  /** Frames were left out: enter again, all tables or the one. */
  #resync(match: string | null): void {
    const wire = this.#wire;
    if (!wire) return;
    for (const name of [...this.#entered.keys()])
      if (match === null || name === match) this.#enterAgain(name, wire).catch(() => undefined);
  }

  #closed(code: number): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#wire = null;
    this.#up = false;
    this.#waiting = [];
    clearTimeout(this.#pacer);
    this.#pacer = undefined;
    for (const [request, { message, passing }] of this.#pending)
      if (passing || !this.#keeps(message)) this.#fail(request);
    if (this.#ended) return;
    const next = afterClose(code);
    if (next === "replaced" || next === "banned") {
      this.#end(next);
      return;
    }
    this.#hooks.link("lost");
    if (next === "sign_in") void this.#again();
    else this.#later();
  }

  /** Moves are kept and sent again; so is the first enter of a table. */
  #keeps(message: FromClient): boolean {
    if (message.type === "play_move") return true;
    return message.type === "enter" && this.#entered.has(message.match);
  }

  async #again(): Promise<void> {
    this.#fails += 1;
    if (this.#fails > 2) this.#later();
    else await this.#open(true);
  }

  #later(): void {
    if (this.#ended) return;
    this.#hooks.link("lost");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(false), 1000 * pauseBefore(this.#fails++));
  }

  #end(state: Link): void {
    this.#ended = true;
    this.#hooks.link(state);
    for (const request of [...this.#pending.keys()]) this.#fail(request);
    this.#wire?.close(1000);
  }

  #fail(request: number): void {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    pending?.reject(new Lost());
  }

  // What is more than the server takes waits here; moves go first.

  #send(message: FromClient): void {
    if (message.type === "select")
      this.#waiting = this.#waiting.filter((one) => {
        if (one.type !== "select" || one.match !== message.match) return true;
        this.#fail(one.request);
        return false;
      });
    if (message.type === "play_move") this.#waiting.unshift(message);
    else this.#waiting.push(message);
    this.#pace();
  }

  #pace(): void {
    clearTimeout(this.#pacer);
    this.#pacer = undefined;
    while (this.#waiting.length && !this.#bucket.wait) {
      this.#bucket.take();
      this.#write(this.#waiting.shift()!);
    }
    if (this.#waiting.length)
      this.#pacer = setTimeout(() => this.#pace(), 1000 * this.#bucket.wait);
  }

  #write(message: FromClient): void {
    this.#wire?.send(JSON.stringify(message));
    if (message.type !== "ask_hint") this.#silence ??= setTimeout(() => this.cut(), TIMEOUT);
  }

  /** Remember how far the chat is known, for the next time the table is entered. */
  heard(match: string, number: number): void {
    const entered = this.#entered.get(match);
    if (entered) entered.after = Math.max(entered.after, number);
  }
}

/** Where the server's socket is. */
export function socketAddress(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/socket`;
}

/** 128 random bits in hex: the id of a move, or a contribution to the shuffle. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
