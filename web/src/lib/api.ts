/** What is asked by HTTP: coming in, the offer, past matches, people. */
import type { LobbyTable, Moment } from "../protocol/messages";
import { place } from "../device/place.svelte";
import type { Analysis } from "./analysis";

export interface Me {
  user: string;
  name: string;
  kind: "guest" | "account" | "bot";
  /** The picture one has chosen; none if it is empty or left out. */
  avatar?: string;
}

export interface GameInfo {
  id: string;
  version: number;
  name: string;
  players: number[];
  options: { key: string; values: (string | number)[] }[];
  editions: Record<string, Record<string, string | number>>;
  /** How strong the levels are at it, as far as that was measured. */
  ratings: Record<string, number>;
}

export interface Offer {
  version: string;
  protocol: number;
  games: GameInfo[];
  levels: string[];
  bots: string[];
  languages: string[];
  /** Where links for others lead, if that is elsewhere than here; else empty. */
  address: string;
}

export interface PastMatch {
  match: string;
  game: string;
  status: string;
  players: string[];
  seat: number;
  at: Moment;
  rank?: number | null;
  scores?: Record<string, unknown> | null;
  /** The final score of each seat; empty while it runs. */
  totals?: number[];
}

/** A match in which one holds a seat, as that seat sees it. */
export interface Glance {
  table: LobbyTable;
  seat: number;
  at: Moment;
  movers: number[];
  mine: boolean;
  view: Record<string, unknown> | null;
}

/** The last position of a final match. */
export interface FinalBoard {
  match: string;
  game: string;
  position: Record<string, unknown>;
  winners: number[];
}

/** A record that was opened from a file and found good. */
export interface OpenedRecord {
  match: string;
  lines: ReplayLine[];
  shuffle_checked: boolean;
}

export interface Rating {
  game: string;
  players: number;
  rating: number;
  sigma: number;
  matches: number;
}

export interface Profile {
  name: string;
  kind: Me["kind"];
  since: Moment;
  ratings: Rating[];
  avatar: string;
}

export interface Ranked {
  rank: number;
  name: string;
  bot: boolean;
  rating: number;
  sigma: number;
  matches: number;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ReplayLine = Record<string, any> & { kind: string };

/** Where one is logged in. */
export interface Session {
  id: string;
  created_at: number;
  seen_at: number;
  this: boolean;
  /** What the browser or program called itself; empty if that is not known. */
  device: string;
}

/** Whether an account asks for a code when logging in, and what helps without the authenticator. */
export interface Factor {
  since: Moment | null;
  recovery_codes: number;
}

/** What an authenticator needs: for typing, and as a QR code. */
export interface OfferedFactor {
  secret: string;
  address: string;
}

/** A refusal by HTTP: a code for programs, a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** Ask the server, or the tables of this device. */
function ask(method: string, path: string, body: unknown): Promise<Response> {
  if (place.isDevice) return place.request(method, path, body);
  return fetch(`/api${path}`, {
    method,
    headers: {
      "accept-language": document.documentElement.lang || "en",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string };
  throw new Problem(
    answer.status,
    problem.code ?? "unknown",
    problem.sentence ?? answer.statusText,
  );
}

const name = encodeURIComponent;

export const api = {
  me: () => call<Me>("GET", "/me"),
  comeIn: (nickname: string) => call<Me>("POST", "/guest", { name: nickname }),
  rename: (nickname: string) => call<Me>("PATCH", "/me", { name: nickname }),
  chooseAvatar: (avatar: string) => call<Me>("PATCH", "/me", { avatar }),
  /** New recovery codes; the old ones end. */
  renewCodes: (password: string) =>
    call<{ recovery_codes: string[] }>("POST", "/me/recovery", { password }),
  /** A new password in place of a forgotten one. */
  resetPassword: (nickname: string, recovery: string, fresh: string, code?: string) =>
    call<void>("POST", "/password/reset", { name: nickname, recovery, new: fresh, code }),
  deleteMe: (password: string, code?: string) =>
    call<void>("POST", "/me/delete", { password: password || undefined, code }),
  /** All that is stored about oneself, as a file. */
  dataAddress: "/api/me/data",
  signUp: (nickname: string, password: string) =>
    call<Me>("POST", "/account", { name: nickname, password }),
  logIn: (nickname: string, password: string, code?: string) =>
    call<Me>("POST", "/login", { name: nickname, password, code }),
  logOut: () => call<void>("POST", "/logout"),
  changePassword: (old: string, fresh: string) =>
    call<void>("POST", "/me/password", { old, new: fresh }),
  sessions: () => call<Session[]>("GET", "/me/sessions"),
  /** End one session, or all others. */
  endSessions: (password: string, id: string | null) =>
    call<void>("POST", "/me/sessions/end", { password, id }),
  factor: () => call<Factor>("GET", "/me/factor"),
  offerFactor: (password: string) => call<OfferedFactor>("POST", "/me/factor", { password }),
  confirmFactor: (code: string) =>
    call<{ recovery_codes: string[] }>("POST", "/me/factor/confirm", { code }),
  dropFactor: (password: string, code: string) =>
    call<void>("POST", "/me/factor/off", { password, code }),
  offer: () => call<Offer>("GET", "/games"),
  table: (match: string) => call<LobbyTable>("GET", `/tables/${match}`),
  /** The matches in which one holds a seat: one's turn first, then the latest. */
  myTables: (most: number) =>
    call<{ matches: Glance[]; more: boolean }>("GET", `/me/tables?most=${most}`),
  myMatches: (before: number | null = null) =>
    call<{ matches: PastMatch[]; before?: number | null }>(
      "GET",
      `/me/matches${before === null ? "" : `?before=${before}`}`,
    ),
  replay: (match: string, seat: number | null) =>
    call<{ match: string; lines: ReplayLine[] }>(
      "GET",
      `/matches/${match}/replay${seat === null ? "" : `?seat=${seat}`}`,
    ),
  final: (match: string) => call<FinalBoard>("GET", `/matches/${match}/final`),
  openRecord: (record: string, seat: number | null) =>
    call<OpenedRecord>("POST", `/records/open${seat === null ? "" : `?seat=${seat}`}`, { record }),
  analysis: (match: string) => call<Analysis>("GET", `/matches/${match}/analysis`),
  analyse: (match: string) => call<Analysis>("POST", `/matches/${match}/analysis`),
  recordAddress: (match: string) => `/api/matches/${match}/record`,
  person: (who: string) => call<Profile>("GET", `/people/${name(who)}`),
  matchesOf: (who: string) => call<{ matches: PastMatch[] }>("GET", `/people/${name(who)}/matches`),
  leaderboard: (game: string, players: number) =>
    call<{ ranked: Ranked[] }>("GET", `/leaderboard/${game}/${players}`),
};
