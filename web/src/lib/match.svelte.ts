/** One table as the page knows it: everything told about it, and everything that can be done. */
import type { Asked, Continuation, Fields, HintLine, Why } from "../boards/contract";
import type {
  Chat,
  ChatLine,
  Ending,
  Happening,
  Matter,
  Outage,
  PositionInfo,
  Reacted,
  Reaction,
  Refused,
  Selecting,
  Snapshot,
  TableChange,
  TableInfo,
  Update,
} from "../protocol/messages";
import { dwell, merge } from "./pace";
import { type GameParts, NOTHING, Previewer, seenBy } from "./previewer";
import { named } from "./seats";
import { words } from "./speech.svelte";
import { type AnswerTo, type Ask, RefusedError, type Socket, randomHex } from "./socket";

export interface Floating extends Reacted {
  id: number;
}

/** Told when a move or another act is refused. */
export type OnRefused = (sentence: string, code: string) => void;

const SLOW = 1000;

export class Match {
  readonly id: string;
  #table = $state.raw<TableInfo | null>(null);
  table = $derived(this.#table && named(this.#table, words));
  /** Stays the same while the table changes, so that what was loaded for it stays, too. */
  game = $derived(this.table?.setting.game ?? "");
  position = $state.raw<PositionInfo | null>(null);
  ending = $state.raw<Ending | null>(null);
  seat = $state<number | null>(null);
  seats = $state.raw<number[]>([]);
  history = $state.raw<Happening[]>([]);
  happened = $state.raw<Happening[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  muted = $state.raw<string[]>([]);
  selecting = $state.raw<Record<number, Fields>>({});
  asked = $state.raw<Asked | null>(null);
  sending = $state<null | "sending" | "slow">(null);
  hint = $state.raw<{ stage: 1 | 2; line: HintLine } | null>(null);
  thinking = $state(false);
  outage = $state.raw<Outage | null>(null);
  floating = $state.raw<Floating[]>([]);
  /** Why one can't come in yet; it is tried again. */
  waits = $state<string | null>(null);
  /** Why the table can't be shown: the sentence of the refusal. */
  missing = $state<string | null>(null);
  /** The host has sent one away: there is no coming back. */
  sentAway = $state(false);
  /** Several moves are shown at once: nothing of it travels. */
  hurried = $state(false);
  /** Rises when a move was refused: the board goes back to its state. */
  refusals = $state(0);

  #socket: Socket;
  #refused: OnRefused;
  #asking = 0;
  #underway: Promise<void> = Promise.resolve();
  /** What was answered in this position, by what was asked. */
  #answers = new Map<string, Asked>();
  #floats = 0;
  /** Moves that are not shown yet: those of others are shown one after the other. */
  #waiting: Update[] = [];
  #shownUntil = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** One is standing up. */
  #stands = false;
  /** The ply at which the last move was sent, and the one after it; before that is known, none is. */
  #sent = { from: 0, to: 0 };

  /** Whether the moves of others wait for each other now. */
  #paced: () => boolean;
  #parts: GameParts;
  #previewer: Previewer;

  constructor(
    id: string,
    socket: Socket,
    refused: OnRefused,
    paced: () => boolean = () => false,
    parts: GameParts = NOTHING,
  ) {
    this.id = id;
    this.#socket = socket;
    this.#refused = refused;
    this.#paced = paced;
    this.#parts = parts;
    this.#previewer = new Previewer(parts);
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name) ?? [];
  }
  /** A bot plays one's seat on, to the end. */
  get hasResigned(): boolean {
    return this.seat !== null && (this.table?.seats[this.seat]?.resigned ?? false);
  }
  get isMine(): boolean {
    if (this.seat === null || this.hasResigned) return false;
    return this.position?.movers.includes(this.seat) ?? false;
  }
  /** The seats of this device whose people still play. */
  get playing(): number[] {
    return this.seats.filter((seat) => !this.table?.seats[seat]?.resigned);
  }
  /** Somebody else sits or watches here: there is somebody to talk to, and to ask. */
  get hasCompany(): boolean {
    const others = this.table?.seats.some(
      (one) => one.kind === "person" && !one.resigned && !this.seats.includes(one.seat),
    );
    return others || (this.table?.spectators ?? 0) > 0 || this.chat.length > 0;
  }
  get isOver(): boolean {
    return this.ending !== null;
  }
  get isHost(): boolean {
    return this.seat !== null && this.table?.host === this.seat;
  }

  // Arriving

  async enter(seat: number | null = null): Promise<void> {
    const waits = (refusal: Refused) => (this.waits = refusal.sentence);
    try {
      let snapshot = await this.#socket.enter(this.id, seat, waits);
      if (!this.#parts.hasBoard(snapshot.table.setting.game))
        snapshot = await this.#socket.enter(this.id, seat, waits, true);
      this.take(snapshot);
    } catch (error) {
      if (error instanceof RefusedError) this.miss(error.refusal);
    }
  }

  /** The table lets one in no more, and says why. */
  miss(refusal: Refused): void {
    this.missing = refusal.sentence;
    this.sentAway = refusal.code === "sent_away";
  }

  leave(): void {
    this.#forget();
    this.#socket.exit(this.id);
  }

  // What is told

  take(snapshot: Snapshot): void {
    this.#forget();
    const fresh = this.position === null || this.seat !== snapshot.seat;
    const known = this.position?.ply ?? -1;
    this.missing = this.waits = null;
    this.#table = snapshot.table;
    this.seat = snapshot.seat;
    this.seats = snapshot.seats ?? (snapshot.seat === null ? [] : [snapshot.seat]);
    this.history = snapshot.happened;
    this.happened = fresh ? [] : snapshot.happened.filter((one) => one.ply > known);
    this.muted = snapshot.muted ?? [];
    this.ending = snapshot.ending ?? null;
    this.selecting = Object.fromEntries(
      Object.entries(snapshot.selecting ?? {}).map(([seat, partial]) => [Number(seat), partial]),
    );
    this.#hear(snapshot.chat);
    if (snapshot.position) this.#move(snapshot.position, fresh);
    else this.position = null;
    if (fresh) this.#contribute();
    if (this.seat !== null) void this.#previewer.prepare(this.game);
  }

  /** Ready without having said so, after a quick match: add to the shuffle, which is committed. */
  #contribute(): void {
    const mine = this.seat === null ? null : this.#table?.seats[this.seat];
    if (this.#table?.status === "open" && mine?.ready) void this.ready(true);
  }

  tell(message: TableChange | Update | Selecting | Chat | Reacted | Outage): void {
    if (message.type === "table") {
      this.#table = message.table;
      if (message.seat === null && this.seats.length) this.#unseated();
      else if (this.seats.length < 2) {
        this.seat = message.seat; // seats may have been drawn again
        this.seats = message.seat === null ? [] : [message.seat];
      }
    } else if (message.type === "update") {
      this.#waiting.push(message);
      const mine = message.happened.some((line) => this.seats.includes(line.seat ?? -1));
      if (mine || !this.#paced()) this.hurry();
      else this.#showNext();
    } else if (message.type === "selecting") {
      if (message.seat !== this.seat && message.ply === this.position?.ply)
        this.selecting = { ...this.selecting, [message.seat]: message.partial };
    } else if (message.type === "chat") {
      this.#hear([message.line]);
    } else if (message.type === "reacted") {
      if (!this.muted.includes(message.name)) this.#float(message);
    } else {
      this.outage = message.up ? null : message;
    }
  }

  /** Show what waits, one update at a time. */
  #showNext(): void {
    clearTimeout(this.#next);
    const wait = this.#shownUntil - Date.now();
    if (wait > 0) this.#next = setTimeout(() => this.#showNext(), wait);
    else {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#show(next);
      if (this.#waiting.length) this.#showNext();
    }
  }

  /** Show all that waits at once: somebody wants to go on. */
  hurry(): void {
    const all = this.#waiting;
    clearTimeout(this.#next);
    if (!all.length) return;
    this.#waiting = [];
    this.#show(merge(all));
    this.hurried = all.length > 1;
  }

  /** What waits is part of a snapshot. */
  #forget(): void {
    clearTimeout(this.#next);
    this.#waiting = [];
  }

  #show(update: Update): void {
    this.hurried = false;
    this.happened = update.happened;
    const open = new Map((update.revealed ?? []).map((one) => [one.ply, one]));
    this.history = [...this.history.map((one) => open.get(one.ply) ?? one), ...update.happened];
    this.ending = update.ending ?? null;
    this.#shownUntil = this.#paced() ? Date.now() + dwell(update, this.seats) : 0;
    this.#move(update.position, false);
  }

  /** One's seat is gone: if one has not stood up, the server says why. */
  #unseated(): void {
    this.seat = null;
    this.seats = [];
    if (!this.#stands) void this.enter();
    this.#stands = false;
  }

  #move(position: PositionInfo, keep: boolean): void {
    const moved = position.ply !== this.position?.ply;
    this.position = position;
    if (!moved && !keep) return;
    this.selecting = {};
    this.asked = null;
    this.hint = null;
    this.#asking += 1;
    this.#answers.clear();
    const awaits = position.ply > this.#sent.from && position.ply < this.#sent.to;
    if (keep || !awaits) this.sending = null;
  }

  #hear(lines: ChatLine[]): void {
    // Not only later ones: spectators may hear players after those who spoke later.
    const known = new Set(this.chat.map((line) => line.number));
    const fresh = lines.filter((line) => !known.has(line.number));
    if (!fresh.length) return;
    this.chat = [...this.chat, ...fresh];
    this.#socket.heard(this.id, Math.max(...fresh.map((line) => line.number)));
  }

  #float(message: Reacted): void {
    const id = (this.#floats += 1);
    this.floating = [...this.floating, { ...message, id }];
    setTimeout(() => (this.floating = this.floating.filter((one) => one.id !== id)), 1600);
  }

  // What can be done

  /** Do something at the table; false if it was refused, which has then been told. */
  async act(message: Ask): Promise<boolean> {
    return (await this.#act(message)) !== null;
  }

  async #act<A extends Ask>(message: A): Promise<AnswerTo<A> | null> {
    try {
      return await this.#socket.ask(message);
    } catch (error) {
      if (error instanceof RefusedError) {
        this.#refused(error.refusal.sentence, error.refusal.code);
      }
      return null;
    }
  }

  async play(move: string): Promise<void> {
    this.hurry();
    if (!this.position || this.sending) return;
    const { ply } = this.position;
    this.sending = "sending";
    this.#sent = { from: ply, to: Infinity }; // others may choose before it is taken
    const slow = setTimeout(() => {
      if (this.sending) this.sending = "slow";
    }, SLOW);
    const answer = await this.#act({
      type: "play_move",
      match: this.id,
      ply,
      move_id: randomHex(),
      move,
    });
    clearTimeout(slow);
    this.#sent.to = answer?.ply ?? ply;
    if (!answer) this.refusals += 1;
    if (!answer || this.position.ply >= this.#sent.to) this.sending = null;
  }

  /**
   * Ask what could follow a choice. What is known is not asked again, and only one question is
   * under way: of those that come meanwhile the last one is asked after it.
   */
  async ask(partial: Fields): Promise<void> {
    const number = (this.#asking += 1);
    const isKnown = () => (this.asked = this.#answers.get(JSON.stringify(partial)) ?? null);
    if (isKnown()) return;
    const found = this.#preview(partial);
    if (found) {
      this.asked = { partial, moves: found };
      this.#answers.set(JSON.stringify(partial), this.asked);
      return;
    }
    await this.#underway;
    if (number !== this.#asking || isKnown()) return;
    this.#underway = this.#question(partial, number);
    await this.#underway;
  }

  /** What could follow a choice, worked out here; null: ask the server. */
  #preview(partial: Fields): Continuation[] | null {
    const seen = this.#seen();
    return seen && this.#previewer.preview(seen, partial);
  }

  #seen = () => seenBy(this.position, this.seat, this.table);

  async #question(partial: Fields, number: number): Promise<void> {
    // A lost connection or a full bucket must not leave a choice without its points.
    for (let wait = 400; number === this.#asking && wait < 5000; wait *= 2) {
      try {
        const answer = await this.#socket.ask({ type: "ask_moves", match: this.id, partial });
        if (answer.ply !== this.position?.ply) return;
        const asked = { partial, moves: answer.continuations as Continuation[] };
        this.#answers.set(JSON.stringify(partial), asked);
        if (number === this.#asking) this.asked = asked;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async whyNot(partial: Fields): Promise<Why> {
    try {
      return await this.#socket.ask({ type: "ask_why_not", match: this.id, partial });
    } catch (error) {
      return error instanceof RefusedError ? error.refusal : { code: "", sentence: "" };
    }
  }

  choosing(partial: Fields): void {
    const ply = this.position?.ply;
    const others = this.table?.seats.some(
      (one) => one.kind === "person" && !this.seats.includes(one.seat),
    );
    if (ply === undefined || (!others && !this.table?.spectators)) return;
    this.#socket.ask({ type: "select", match: this.id, ply, partial }).catch(() => undefined);
  }

  /** First the idea, then the move. */
  async showHint(): Promise<void> {
    if (this.hint) {
      this.hint = { stage: 2, line: this.hint.line };
      return;
    }
    if (this.thinking || !this.isMine) return;
    this.thinking = true;
    try {
      const { ply, line } = await this.#previewer.hint(
        (view) => this.#socket.ask({ type: "ask_hint", match: this.id, view }),
        (at) => (at === this.position?.ply ? this.#seen() : null),
      );
      if (!line || ply !== this.position?.ply) return;
      this.hint = { stage: 1, line };
      const outcome = await this.#outcomeOf(line.move, ply);
      const { hint } = this;
      if (hint && outcome) this.hint = { stage: hint.stage, line: { ...line, outcome } };
    } catch (error) {
      if (error instanceof RefusedError) this.#refused(error.refusal.sentence, error.refusal.code);
    } finally {
      this.thinking = false;
    }
  }

  /** What a whole move would bring; undefined if the match has moved on. */
  async #outcomeOf(move: Fields, ply: number): Promise<Continuation | undefined> {
    const found = this.#preview(move);
    if (found) return found[0];
    const answer = await this.#socket.ask({ type: "ask_moves", match: this.id, partial: move });
    const isLate = answer.ply !== ply || ply !== this.position?.ply;
    return isLate ? undefined : (answer.continuations[0] as Continuation | undefined);
  }

  propose = (matter: Matter) => this.act({ type: "propose", match: this.id, matter });
  agree = (matter: Matter, agree: boolean) =>
    this.act({ type: "agree", match: this.id, matter, agree });
  resign = () => this.act({ type: "resign", match: this.id });
  say = (text: string, to: number | null = null) =>
    this.act({ type: "say", match: this.id, text, to });
  react = (reaction: Reaction) => this.act({ type: "react", match: this.id, reaction });
  ready = (ready: boolean) =>
    this.act({
      type: "ready",
      match: this.id,
      ready,
      contribution: ready ? randomHex() : null,
    });
  start = () => this.act({ type: "start", match: this.id });

  async standUp(): Promise<boolean> {
    this.#stands = true;
    const stood = await this.act({ type: "leave_seat", match: this.id });
    if (!stood) this.#stands = false;
    return stood;
  }

  async mute(name: string, muted: boolean): Promise<void> {
    if (await this.act({ type: "mute", match: this.id, name, muted }))
      this.muted = muted ? [...this.muted, name] : this.muted.filter((one) => one !== name);
  }
}
