/** The page's session: its one connection to the server, and all that is known from it. */
import type { LobbyTable, Invited, TableSetting, Needs } from "../protocol/messages";
import { hasBoard, placeOf } from "../boards";
import { loadAdviser, loadPreviews } from "../boards/previews";
import { place } from "../device/place.svelte";
import { api, isUnreachable, type Me, type Offer, Problem } from "./api";
import { Match } from "./match.svelte";
import { showBubble } from "./bubble.svelte";
import { suggestName } from "./names";
import { forgetVisit, hasBeenHere, noteVisit } from "./visits";
import { say as announceTo, notify, toast } from "./notices.svelte";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { type Link, randomHex, RefusedError, Socket, socketAddress } from "./socket";
import type { Told, Wire } from "./socket";
import { playSound } from "./sound";
import { vibrate } from "../app/installed.svelte";
import { loadLanguage, words } from "./speech.svelte";
import { findTurns } from "./turns";
import { isOurs } from "./version";

export type Opening = Needs<TableSetting, "game">;

/** Milliseconds in which a connection that was ended for a new name is back. */
const SOON = 5000;

type Aside = { set_aside?: boolean };

/** Refusals that name a match one sits at, which must be left first. */
const IN_THE_WAY = ["sits_elsewhere", "awaited_elsewhere"];

/** Another match is in the way: what can be done with it, and the answer. */
export interface Conflict {
  match: string;
  sentence: string;
  /** Put it aside; or where the others would wait: stand up before the start, resign after it. */
  way: "aside" | "stand_up" | "resign";
  table: LobbyTable | null;
  decide: (leaves: boolean) => void;
}

class Session {
  link = $state<Link>("starting");
  /** The connection is lost for more than a second: worth a banner. */
  isAway = $state(false);
  /** Why the server does not let us in, in its words, while it does not. */
  refusal = $state("");
  me = $state.raw<Me | null>(null);
  offer = $state.raw<Offer | null>(null);
  /** Matches in which one holds a seat. */
  seats = $state.raw<string[]>([]);
  /** Those of them in which it is one's turn, as far as was told. */
  turns = $state.raw<Set<string>>(new Set());
  tables = $state.raw<LobbyTable[]>([]);
  invitation = $state.raw<Invited | null>(null);
  conflict = $state.raw<Conflict | null>(null);
  match = $state.raw<Match | null>(null);
  /** The table that starts by itself: its waiting room is not shown. */
  starting = $state<string | null>(null);
  /** What is about to be played at the tables of this device, which may not be there yet. */
  coming = $state.raw<Opening | null>(null);

  /** The server's clock minus this device's, in milliseconds. */
  #ahead = 0;
  #away: ReturnType<typeof setTimeout> | undefined;
  #watching = false;
  /** Whom the server knows this browser's push messages to be for. */
  #pushed = "";
  /** Waits for the next welcome. */
  #welcomed: (() => void) | undefined;
  /** The server is of another version than this page: it knows the rules better. */
  #isStrange = false;
  /** Under way: an answer that says who one is from now on. */
  #becoming: Promise<Me | null> | null = null;
  socket: Socket;

  constructor() {
    this.socket = new Socket({
      connect: () => (place.isDevice ? place.wire() : (new WebSocket(socketAddress()) as Wire)),
      comeIn: async (again) => {
        try {
          await this.#comeIn(again);
          this.refusal = "";
        } catch (error) {
          if (isUnreachable(error) && (await place.takeOver())) this.#ask();
          this.refusal = error instanceof Problem ? error.message : "";
          throw error;
        }
      },
      language: () => settings.language,
      link: (state) => this.#linked(state),
      welcome: (message) => {
        this.#ahead = message.now * 1000 - Date.now();
        this.#isStrange = !isOurs(message.server);
        this.seats = message.seats;
        this.#seatGone(message.seats);
        void this.#findTurns();
        if (this.me) this.me = { ...this.me, name: message.name, user: message.user };
        this.#welcomed?.();
        if (this.#watching) void this.watchLobby();
        this.#renewPush(message.user);
      },
      entered: (snapshot) => {
        this.#holds(snapshot.table.match, snapshot.seat !== null);
        if (this.match?.id === snapshot.table.match) this.match.take(snapshot);
      },
      refused: (match, refusal) => {
        if (this.match?.id === match) this.match.miss(refusal);
      },
      told: (message) => this.#told(message),
    });
  }

  /** A browser that takes push messages is told to the server again, once for each person. */
  #renewPush(user: string): void {
    if (place.isDevice || this.#pushed === user || !("Notification" in globalThis)) return;
    this.#pushed = user;
    if (Notification.permission !== "granted") return;
    import("../app/push").then((push) => push.renewSubscription()).catch(() => undefined);
  }

  /** Of turns that began while one was away nothing is told; on a device nobody waits. */
  async #findTurns(): Promise<void> {
    if (!place.isDevice) this.turns = await findTurns(this);
  }

  start(): void {
    this.socket.start();
    this.#ask();
    const hurry = () => document.visibilityState === "visible" && this.socket.hurry();
    addEventListener("online", hurry);
    addEventListener("offline", () => this.socket.cut());
    document.addEventListener("visibilitychange", hurry);
  }

  /** Where links for others lead: on the server's own machine they need another address than ours. */
  get address(): string {
    return this.offer?.address || location.origin;
  }

  /** Ask what there is to play; games stand in their places on the shelf. */
  #ask(): void {
    api.offer().then(
      async (offer) => {
        await loadLanguage(settings.language); // it may be said before anything else
        const games = [...offer.games].sort((a, b) => placeOf(a.id) - placeOf(b.id) || 0);
        this.offer = { ...offer, games };
      },
      () => undefined,
    );
  }

  /** The server's time, in seconds since 1970. */
  now(): number {
    return (Date.now() + this.#ahead) / 1000;
  }

  /** Become somebody else: the old session ends with it, and nobody comes in again meanwhile. */
  async become(asked: Promise<Me>): Promise<Me> {
    this.#becoming = asked.catch(() => null);
    try {
      return (this.me = await asked);
    } finally {
      this.#becoming = null;
    }
  }

  /** Leave; the page is loaded again. */
  async logOut(): Promise<void> {
    this.#becoming = new Promise(() => undefined);
    await api.logOut().catch(() => undefined);
    forgetVisit();
    location.assign("/");
  }

  /** Be deleted for good; the page is loaded again, for somebody new. */
  async deleteMe(password: string, code?: string): Promise<void> {
    await api.deleteMe(password, code);
    this.#becoming = new Promise(() => undefined);
    forgetVisit();
    location.assign("/");
  }

  async #comeIn(again: boolean): Promise<void> {
    if (await this.#becoming) return;
    if (this.me && !again) return;
    if (again || hasBeenHere()) {
      try {
        this.me = await api.me();
        return;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error;
      }
    }
    this.me = await api.comeIn(this.me?.name ?? suggestName()).catch(async (error: unknown) => {
      if (error instanceof Problem && error.code === "name_taken")
        return api.comeIn(`${suggestName()} ${Math.floor(Math.random() * 90) + 10}`);
      throw error;
    });
    noteVisit();
  }

  #linked(state: Link): void {
    const was = this.link;
    if (this.offer === null && state === "up") this.#ask();
    this.link = state;
    clearTimeout(this.#away);
    if (state === "lost") this.#away = setTimeout(() => (this.isAway = true), 1000);
    else {
      if (this.isAway && state === "up" && was === "lost") toast(words("page.back_again"), "good");
      this.isAway = state !== "up" && state !== "starting";
    }
  }

  #told(message: Told): void {
    const { match } = this;
    switch (message.type) {
      case "lobby_change":
        this.tables = [
          ...this.tables.filter((table) => table.match !== message.match),
          ...(message.table ? [message.table] : []),
        ].sort((a, b) => b.opened_at - a.opened_at);
        return;
      case "invited":
        this.invitation = message;
        return;
      case "your_turn":
        this.#yourTurn(message.match, message.game);
        return;
      case "table":
        this.#holds(message.table.match, message.seat !== null);
        if (match?.id === message.table.match) match.tell(message);
        return;
      case "resync":
        return;
      default:
        if (match?.id === message.match) {
          match.tell(message);
          if (message.type === "chat" && !match.muted.includes(message.line.name))
            this.sound("bubble");
        }
    }
  }

  /** It is one's turn at a table that is not shown. */
  #yourTurn(match: string, game: string): void {
    this.turns = new Set([...this.turns, match]);
    const here = this.match?.id === match && document.visibilityState === "visible";
    if (here) return;
    this.sound("turn");
    const sentence = this.#turnAt(game);
    const open = () => go(`/t/${match}`);
    if (!notify(sentence, match, open))
      toast(sentence, "plain", { label: words("page.open"), act: open });
  }

  /** It has become one's turn at the table that is shown: a tab that nobody sees says so. */
  turnBegins({ id, game }: { id: string; game: string }): void {
    this.turns = new Set([...this.turns].filter((other) => other !== id));
    this.sound("turn");
    if (settings.vibrate) vibrate();
    if (document.visibilityState === "hidden") notify(this.#turnAt(game), id, () => go(`/t/${id}`));
  }

  #turnAt(game: string): string {
    const name = this.offer?.games.find((one) => one.id === game)?.name ?? "";
    return words("page.your_turn_at", { game: name });
  }

  sound(name: Parameters<typeof playSound>[0], step?: number): void {
    if (settings.sound) playSound(name, step);
  }

  // Tables

  async watchLobby(): Promise<void> {
    this.#watching = true;
    try {
      const { tables } = await this.socket.ask({ type: "watch_lobby" });
      this.tables = [...tables].sort((a, b) => b.opened_at - a.opened_at);
    } catch {
      // lost: `welcome` asks again
    }
  }

  leaveLobby(): void {
    if (!this.#watching) return;
    this.#watching = false;
    if (this.link === "up") this.socket.ask({ type: "leave_lobby" }).catch(() => undefined);
  }

  refused = (sentence: string): void => {
    toast(sentence, "bad");
    announceTo(sentence, true);
    this.sound("refused");
  };

  /** Refuse something on a board, kindly: beside what it is about. */
  refuseAt = (sentence: string, at?: Element | null): void => {
    showBubble(sentence, at);
    announceTo(sentence, true);
    this.sound("refused");
  };

  /** Come to a table; the page shows one at a time. */
  visit(id: string): Match {
    if (this.match?.id === id) return this.match;
    this.leaveTable();
    const match = (this.match = new Match(
      id,
      this.socket,
      this.refused,
      () => settings.pace === "calm" && document.visibilityState === "visible",
      { loadPreviews, loadAdviser, hasBoard, mayWorkOut: () => !this.#isStrange },
    ));
    void match.enter().then(() => {
      if (match.table || match.missing) this.#holds(id, match.seats.length > 0);
    });
    return match;
  }

  /** Note whether one holds a seat in a match. */
  #holds(match: string, seated: boolean): void {
    if (this.seats.includes(match) === seated) return;
    this.seats = seated ? [...this.seats, match] : this.seats.filter((one) => one !== match);
  }

  /** Ask why, after a seat was lost while there was no connection. */
  #seatGone(seats: string[]): void {
    const { match } = this;
    const waited = match?.table?.status === "open" && match.seats.length > 0;
    if (waited && !seats.includes(match.id)) void match.enter();
  }

  leaveTable(): void {
    const { match } = this;
    match?.leave();
    this.match = null;
    if (match?.isMine && !match.isOver && match.seats.length && !place.isDevice)
      this.turns = new Set([...this.turns, match.id]); // it still waits
  }

  /** Open a table; null if it was refused, which has then been told. */
  async open(setting: Opening): Promise<string | null> {
    return this.#opening((set_aside) =>
      this.socket.ask({ type: "open_table", setting, ...set_aside }),
    );
  }

  quick(game: string): Promise<string | null> {
    return this.#opening((set_aside) =>
      this.socket.ask({ type: "quick_match", game, contribution: randomHex(), ...set_aside }),
    );
  }

  playOn(match: string, ply: number, setting: Opening): Promise<string | null> {
    return this.#opening((set_aside) =>
      this.socket.ask({ type: "play_on", match, ply, setting, ...set_aside }),
    );
  }

  /** Sit down at a table that somebody else has opened. */
  async sitDown(match: string, seat?: number): Promise<boolean> {
    const found = await this.#opening(async (set_aside) => {
      const where = seat === undefined ? {} : { seat };
      await this.socket.ask({ type: "take_seat", match, ...where, ...set_aside });
      return { match };
    });
    return found !== null;
  }

  /** Try to sit down; where another match with people is in the way, ask what to do with that. */
  async #opening(asks: (aside: Aside) => Promise<{ match: string }>): Promise<string | null> {
    for (let aside: Aside = {}; ;) {
      try {
        const { match } = await asks(aside);
        this.#holds(match, true);
        return match;
      } catch (error) {
        if (!(error instanceof RefusedError)) return null;
        const { code, match, sentence } = error.refusal;
        if (!match || !IN_THE_WAY.includes(code)) {
          this.refused(sentence);
          return null;
        }
        if (!(await this.#clear(match, sentence))) return null;
        aside = { set_aside: true };
      }
    }
  }

  /** Ask whether to leave the match that is in the way; false if one stays there. */
  async #clear(match: string, sentence: string): Promise<boolean> {
    const table = await api.table(match).catch(() => null);
    const way =
      table?.status === "open"
        ? "stand_up"
        : table?.status === "playing" && table.setting.leaving === "wait"
          ? "resign"
          : "aside";
    const leaves = await new Promise<boolean>((decide) => {
      this.conflict = { match, sentence, way, table, decide };
    });
    this.conflict = null;
    if (!leaves || way === "aside") return leaves;
    const type = way === "stand_up" ? "leave_seat" : "resign";
    return this.socket.ask({ type, match }).then(
      () => true,
      () => false,
    );
  }

  /** Everything at once: table, bots, ready, start. */
  async playNow(setting: Opening): Promise<void> {
    if (place.isDevice) this.coming = setting;
    const id = await this.open({ public: false, ...setting });
    if (id) await this.startNow(id);
    this.coming = null;
  }

  /** Sit down at one's own table and start it at once. */
  async startNow(id: string): Promise<void> {
    this.starting = id;
    go(`/t/${id}`);
    const match = this.visit(id);
    const started = (await match.ready(true)) && (await match.start());
    if (!started) this.starting = null; // else its board comes right after the answer
  }

  /** Take another name; the server ends the connection, and we come back under the new one. */
  async rename(name: string): Promise<boolean> {
    const back = new Promise<void>((resolve) => {
      this.#welcomed = resolve;
    });
    try {
      this.me = await api.rename(name);
      await Promise.race([back, new Promise((resolve) => setTimeout(resolve, SOON))]);
      return true;
    } catch (error) {
      if (error instanceof Problem) this.refused(error.message);
      return false;
    }
  }
}

export const session = new Session();
