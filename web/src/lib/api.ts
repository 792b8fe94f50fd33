/** What is asked by HTTP: coming in, the offer, past matches, people. */
import type {
  AccountBody,
  DeleteBody,
  DropFactorBody,
  EndSessionsBody,
  FactorCodeBody,
  FactorInfo,
  FinalBoard,
  GalleryPage,
  GlanceList,
  GuestBody,
  HistoryPage,
  Leaderboard,
  LogInBody,
  MailAddressBody,
  MatchAnalysis,
  Me,
  MeBody,
  NoticeBody,
  NoticeSettings,
  Offer,
  OfferFactorBody,
  OfferedFactor,
  OpenedRecord,
  PasswordBody,
  Problem as ProblemBody,
  Profile,
  PushBody,
  PushOffBody,
  RecordBody,
  RecoveryCodes,
  Replay,
  ResetBody,
  SessionInfo,
  Showing,
  ShowingBody,
  UploadBody,
  Uploaded,
} from "../protocol/http";
import type { LobbyTable } from "../protocol/messages";
import { place } from "../device/place.svelte";

export type {
  FactorInfo as Factor,
  GameInfo,
  Glance,
  Me,
  NoticeSettings as Away,
  Offer,
  OfferedFactor,
  PastMatch,
  Profile,
  Ranked,
  RatingInfo as Rating,
  SessionInfo as Session,
  Showing,
  ShownMatch,
} from "../protocol/http";

/** A kind of notice for those who are away. */
export type AwayKind = NoticeBody["push"][number];

export type { OpenedRecord } from "../protocol/http";
export type { ReplayLine } from "../protocol/messages";

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

/** Nobody answered, or only somebody in between. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Problem && error.status >= 502);
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

async function call<T, B = undefined>(method: string, path: string, body?: B): Promise<T> {
  const answer = await ask(method, path, body);
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<ProblemBody>;
  throw new Problem(
    answer.status,
    problem.code ?? "unknown",
    problem.sentence ?? answer.statusText,
  );
}

const name = encodeURIComponent;

export const api = {
  me: () => call<Me>("GET", "/me"),
  comeIn: (nickname: string) => call<Me, GuestBody>("POST", "/guest", { name: nickname }),
  rename: (nickname: string) => call<Me, MeBody>("PATCH", "/me", { name: nickname }),
  chooseAvatar: (avatar: string) => call<Me, MeBody>("PATCH", "/me", { avatar }),
  /** New recovery codes; the old ones end. */
  renewCodes: (password: string) =>
    call<RecoveryCodes, OfferFactorBody>("POST", "/me/recovery", { password }),
  /** A new password in place of a forgotten one. */
  resetPassword: (nickname: string, recovery: string, fresh: string, code?: string) =>
    call<void, ResetBody>("POST", "/password/reset", {
      name: nickname,
      recovery,
      new: fresh,
      code,
    }),
  deleteMe: (password: string, code?: string) =>
    call<void, DeleteBody>("POST", "/me/delete", { password: password || undefined, code }),
  /** All that is stored about oneself, as a file. */
  dataAddress: "/api/me/data",
  signUp: (nickname: string, password: string) =>
    call<Me, AccountBody>("POST", "/account", { name: nickname, password }),
  logIn: (nickname: string, password: string, code?: string) =>
    call<Me, LogInBody>("POST", "/login", { name: nickname, password, code }),
  logOut: () => call<void>("POST", "/logout"),
  changePassword: (old: string, fresh: string) =>
    call<void, PasswordBody>("POST", "/me/password", { old, new: fresh }),
  sessions: () => call<SessionInfo[]>("GET", "/me/sessions"),
  /** End one session, or all others. */
  endSessions: (password: string, id: string | null) =>
    call<void, EndSessionsBody>("POST", "/me/sessions/end", { password, id }),
  factor: () => call<FactorInfo>("GET", "/me/factor"),
  offerFactor: (password: string) =>
    call<OfferedFactor, OfferFactorBody>("POST", "/me/factor", { password }),
  confirmFactor: (code: string) =>
    call<RecoveryCodes, FactorCodeBody>("POST", "/me/factor/confirm", { code }),
  dropFactor: (password: string, code: string) =>
    call<void, DropFactorBody>("POST", "/me/factor/off", { password, code }),
  /** What one is told while the page is closed. */
  away: () => call<NoticeSettings>("GET", "/me/notices"),
  chooseAway: (body: NoticeBody) => call<NoticeSettings, NoticeBody>("PUT", "/me/notices", body),
  setMailAddress: (body: MailAddressBody) =>
    call<NoticeSettings, MailAddressBody>("POST", "/me/notices/address", body),
  pushOn: (body: PushBody) => call<void, PushBody>("POST", "/me/notices/push", body),
  pushOff: (endpoint: string) =>
    call<void, PushOffBody>("POST", "/me/notices/push/off", { endpoint }),
  offer: () => call<Offer>("GET", "/games"),
  table: (match: string) => call<LobbyTable>("GET", `/tables/${match}`),
  /** The matches in which one holds a seat: one's turn first, then the latest. */
  myTables: (most?: number) => call<GlanceList>("GET", `/me/tables${most ? `?most=${most}` : ""}`),
  /** Add a match of this device to one's account; it is never rated. */
  upload: (record: string, seats: number[]) =>
    call<Uploaded, UploadBody>("POST", "/me/uploads", { record, seats }),
  myMatches: (before: number | null = null) =>
    call<HistoryPage>("GET", `/me/matches${before === null ? "" : `?before=${before}`}`),
  replay: (match: string, seat: number | null) =>
    call<Replay>("GET", `/matches/${match}/replay${seat === null ? "" : `?seat=${seat}`}`),
  final: (match: string) => call<FinalBoard>("GET", `/matches/${match}/final`),
  openRecord: (record: string, seat: number | null) =>
    call<OpenedRecord, RecordBody>("POST", `/records/open${seat === null ? "" : `?seat=${seat}`}`, {
      record,
    }),
  analysis: (match: string) => call<MatchAnalysis>("GET", `/matches/${match}/analysis`),
  analyse: (match: string) => call<MatchAnalysis>("POST", `/matches/${match}/analysis`),
  /** Matches that their players agreed to show to everybody. */
  gallery: (game: string, before: number | null) =>
    call<GalleryPage>(
      "GET",
      `/gallery?game=${name(game)}${before === null ? "" : `&before=${before}`}`,
    ),
  showing: (match: string) => call<Showing>("GET", `/matches/${match}/showing`),
  show: (match: string, agree: boolean) =>
    call<Showing, ShowingBody>("PUT", `/matches/${match}/showing`, { agree }),
  recordAddress: (match: string) => `/api/matches/${match}/record`,
  person: (who: string) => call<Profile>("GET", `/people/${name(who)}`),
  matchesOf: (who: string) => call<HistoryPage>("GET", `/people/${name(who)}/matches`),
  leaderboard: (game: string, players: number) =>
    call<Leaderboard>("GET", `/leaderboard/${game}/${players}`),
};
