// Written by `python -m ludoteca.protocol.typescript` from `protocol/http.py`.

import type { Language, LobbyTable, MatchId, Moment, Move, Name, ReplayLine, Score, Status, View } from "./messages";

/** Why a request was refused. */
export interface Problem {
  code: string;
  sentence: string;
  /** Seconds after which the same may be taken, as in the header; none: it would be refused. */
  retry_after?: number | null;
}

/** Somebody comes in with a nickname. */
export interface GuestBody {
  name: Name;
  /** Return the token in the answer instead of a cookie: for programs, never for pages. */
  bearer?: boolean;
}

/** A name and a password. */
export interface AccountBody {
  name: Name;
  password: string;
  bearer?: boolean;
}

/** A name and a password, and a code if the account asks for one. */
export interface LogInBody {
  name: Name;
  password: string;
  bearer?: boolean;
  /** Six digits from the authenticator, or a recovery code. */
  code?: string | null;
}

/** What to change of oneself: the name, the picture, or both. */
export interface MeBody {
  name?: Name | null;
  avatar?: string | null;
}

/** A new password in place of a forgotten one, with a recovery code. */
export interface ResetBody {
  name: Name;
  recovery: string;
  new: string;
  /** Where a second factor is on: of the authenticator, or another recovery code. */
  code?: string | null;
}

/** Shows that it is oneself who wants to be deleted; guests have no password. */
export interface DeleteBody {
  password?: string | null;
  code?: string | null;
}

/** A change of password. */
export interface PasswordBody {
  old: string;
  new: string;
}

/** What a new token of a bot is called. */
export interface TokenBody {
  label?: string;
}

/** Who one is. */
export interface Me {
  user: string;
  name: string;
  kind: "guest" | "account" | "bot";
  avatar?: string;
  /** Only if asked for: keep it secret. */
  token?: string | null;
}

/** A bot's token; it is shown this once. */
export interface NewToken {
  token: string;
}

/** A token of a bot, as far as it is known: not the token itself. */
export interface TokenInfo {
  id: string;
  label: string;
  created_at: Moment;
}

/** A choice before the match; the first value is the default. */
export interface OptionInfo {
  key: string;
  values: (string | number)[];
}

/** A game of this server. */
export interface GameInfo {
  id: string;
  version: number;
  name: string;
  players: number[];
  options: OptionInfo[];
  editions: Record<string, Record<string, string | number>>;
  /** How strong the levels are at it, as far as that was measured: two players, in the arena. */
  ratings: Record<string, number>;
  /** The same for every number of players that was measured. */
  ratings_by_players: Record<number, Record<string, number>>;
  /** The chance to win that each level gives away with a move, as the analysis judges. */
  losses_by_players: Record<number, Record<string, number>>;
}

/** What there is to play, and against whom. */
export interface Offer {
  version: string;
  protocol: number;
  games: GameInfo[];
  /** Levels of bots, gentle to strong. */
  levels: string[];
  bots: string[];
  languages: string[];
  /** Where links for others lead, if that is elsewhere than where one asks; else empty. */
  address: string;
}

/** A game's own words in a language, for pages that do not know the game. */
export interface GameText {
  words: Record<string, string>;
  /** In Markdown; empty if there are none. */
  rules: string;
}

/** Public tables. */
export interface TableList {
  tables: LobbyTable[];
}

/** A match in somebody's history. */
export interface PastMatch {
  match: MatchId;
  game: string;
  status: string;
  players: string[];
  seat: number;
  at: Moment;
  rank: number | null;
  scores: Score | null;
  /** The final score of each seat; empty while the match runs. */
  totals: number[];
}

/** Some of somebody's matches, the latest first. */
export interface HistoryPage {
  matches: PastMatch[];
  /** Ask with this for those before. */
  before: Moment | null;
}

/** A match in the public gallery. */
export interface ShownMatch {
  match: MatchId;
  game: string;
  players: string[];
  totals: number[];
  at: Moment;
}

/** Some of the matches that their players agreed to show, the latest first. */
export interface GalleryPage {
  matches: ShownMatch[];
  /** Ask with this for those before. */
  before: Moment | null;
}

/** Whether a final match is in the gallery, and what it still needs. */
export interface Showing {
  match: MatchId;
  /** Everybody may find it. */
  shown: boolean;
  /** The one who asks has agreed. */
  agreed: boolean;
  /** How many players have not agreed yet. */
  waiting: number;
  /** The one who asks has played in it. */
  mine: boolean;
}

/** Agree to show a match to everybody, or take that back. */
export interface ShowingBody {
  agree: boolean;
}

/** How strong somebody is at a game with this number of players. */
export interface RatingInfo {
  game: string;
  players: number;
  rating: number;
  sigma: number;
  matches: number;
}

/** What everybody may know of an account. */
export interface Profile {
  name: string;
  kind: "guest" | "account" | "bot";
  since: Moment;
  ratings: RatingInfo[];
  avatar: string;
}

/** A line of a leaderboard. */
export interface Ranked {
  rank: number;
  name: string;
  bot: boolean;
  rating: number;
  sigma: number;
  matches: number;
}

/** The best at a game with this number of players; the server's bots are listed too. */
export interface Leaderboard {
  game: string;
  players: number;
  ranked: Ranked[];
}

/** The matches in which one holds a seat. */
export interface Seats {
  matches: MatchId[];
}

/** Where one is logged in. */
export interface OwnSession {
  created_at: Moment;
  seen_at: Moment;
  ends_at: Moment;
  device: string;
}

/** What one wants to be told while away, and where. */
export interface OwnNotices {
  push: string[];
  mail: string[];
  address: string;
  confirmed: boolean;
  /** Addresses of push services that one's browsers have given. */
  browsers: string[];
}

/** A match one has played, or plays; its record is at `/api/matches/MATCH/record`. */
export interface OwnMatch {
  match: MatchId;
  game: string;
  status: string;
  seat: number;
  at: Moment;
  rank: number | null;
  scores: Score | null;
}

/** All that is stored about oneself. */
export interface OwnData {
  user: string;
  name: string;
  kind: "guest" | "account" | "bot";
  avatar: string;
  since: Moment;
  /** Ids of guests one was before the account took over what they did. */
  former_guests: string[];
  second_factor_since: Moment | null;
  notices: OwnNotices;
  sessions: OwnSession[];
  tokens: TokenInfo[];
  ratings: RatingInfo[];
  matches: OwnMatch[];
}

/** What one is told while away, and how. */
export interface NoticeSettings {
  /** The server's key for push messages, as browsers take it. */
  push_key: string;
  /** Whether this server sends e-mail. */
  can_mail: boolean;
  push: ("turn" | "invitation" | "end")[];
  mail: ("turn" | "invitation" | "end")[];
  address: string;
  /** Whether the link that was sent to the address has been followed. */
  confirmed: boolean;
}

/** What one wants to be told while away. */
export interface NoticeBody {
  push: ("turn" | "invitation" | "end")[];
  mail: ("turn" | "invitation" | "end")[];
  language?: Language;
}

/** A browser's push subscription, as it makes it; keys in base64url. */
export interface PushBody {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: Language;
}

/** A push subscription that ends. */
export interface PushOffBody {
  endpoint: string;
}

/** Where e-mail goes; empty: nowhere. */
export interface MailAddressBody {
  address: string;
  language?: Language;
}

/** A match in which one holds a seat, as that seat sees it. */
export interface Glance {
  table: LobbyTable;
  seat: number;
  /** When something last happened there. */
  at: Moment;
  /** Who may move now. */
  movers: number[];
  /** Whether it is one's turn. */
  mine: boolean;
  /** The position; null before the start. */
  view: View | null;
}

/** The matches in which one holds a seat: one's turn first, then the latest. */
export interface GlanceList {
  matches: Glance[];
  /** Whether there are others, which changed longer ago. */
  more: boolean;
}

/** How the server is. */
export interface Health {
  status: "up" | "degraded";
  store: boolean;
  bus: boolean;
  tables: number;
  sockets: number;
  version: string;
}

/** A finished match, ply by ply: the replay stream, and how everybody stands after each. */
export interface Replay {
  match: MatchId;
  lines: ReplayLine[];
}

/** A record that somebody has as a file. */
export interface RecordBody {
  record: string;
}

/** A match of one's device, with the seats of the people there. */
export interface UploadBody {
  record: string;
  seats: number[];
}

/** Under which id a match of one's device is kept now. */
export interface Uploaded {
  match: MatchId;
}

/** A record as a replay, after it was checked; nothing of it is kept. */
export interface OpenedRecord {
  match: MatchId;
  lines: ReplayLine[];
  /** Whether the record holds the seed, so that every deal could be derived again. */
  shuffle_checked: boolean;
}

/** The last position of a final match, with everything revealed. */
export interface FinalBoard {
  match: MatchId;
  game: string;
  position: View;
  winners: number[];
}

/** A part of the expected final scores that is different after the better move. */
export interface RatedReason {
  /** A part of the score, or total. */
  part: string;
  seat: number;
  points: number;
}

/** One move that was played, beside the best one that is known. */
export interface Judged {
  ply: number;
  seat: number;
  text: string;
  mark: "best" | "good" | "inaccuracy" | "mistake";
  /** The seat's chance to win after its move, from 0 to 1, by what the seat could know. */
  win: number;
  /** The better move in the game's notation; none if nothing better is known. */
  better: string | null;
  better_move: Move | null;
  win_lost: number;
  /** What the move gave away of the chance, and of the final score. */
  points_lost: number;
  /** Every seat's chance after the move, by all that is known afterwards; they add up to 1. */
  chances: number[];
  /** How far the chance given away may be wrong, either way (95 %). */
  error: number;
  /** Where the better move is better, the weightiest first. */
  reasons: RatedReason[];
  /** Every seat's chance less that after the best move known, by what the mover could know. */
  changes: number[];
}

/** How good the moves of a finished match were, as far as they have been judged. */
export interface MatchAnalysis {
  match: MatchId;
  state: "none" | "under_way" | "done";
  /** Moves there are to judge; 0 while that is not known. */
  of: number;
  judged: Judged[];
  /** The seats of who asks. */
  mine: number[];
}

/** Whether this account asks for a code, and how many recovery codes are left. */
export interface FactorInfo {
  /** None: it asks for none. */
  since: Moment | null;
  recovery_codes: number;
}

/** The password shows that it is oneself. */
export interface OfferFactorBody {
  password: string;
}

/** A code of the authenticator. */
export interface FactorCodeBody {
  code: string;
}

/** Both factors: the code may be a recovery code. */
export interface DropFactorBody {
  password: string;
  code: string;
}

/** What lets one in without the authenticator, each once; they are shown this once. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** A session, as far as it may be known: not its token. */
export interface SessionInfo {
  id: string;
  created_at: Moment;
  /** When it was last used, to the day. */
  seen_at: Moment;
  /** Whether it is the one that asks. */
  this: boolean;
  /** What the browser or program called itself; empty if that is not known. */
  device: string;
}

/** Which session to end; none: all others. The password shows that it is oneself. */
export interface EndSessionsBody {
  password: string;
  id?: string | null;
}

/** What an authenticator needs. */
export interface OfferedFactor {
  /** For typing. */
  secret: string;
  /** For its camera, as a QR code: otpauth://… */
  address: string;
}

/** What the service worker of the page gets as a push message. */
export interface PushMessage {
  body: string;
  url: string;
  tag: string;
}

/** One table in an admin's list, with what the lobby knows of its match. */
export interface TableLine {
  match: string;
  status: Status;
  game: string;
  public: boolean;
  players: string[];
  away: string[];
  opened_at: number;
  updated_at: number;
  /** Whether the process that was asked looks after it now. */
  awake: boolean;
  /** Whether its log can't be read. */
  set_aside: boolean;
}

/** A user, as admins see them. */
export interface Person {
  id: string;
  name: string;
  kind: "guest" | "account" | "bot";
  since: number;
  banned: boolean;
  /** The account that took over what this guest did. */
  became: string | null;
}

/** Somebody: the name of an account, or the id of any user. */
export interface WhoBody {
  who: string;
}

/** Whether a user is banned, or allowed again. */
export interface BanBody {
  who: string;
  banned: boolean;
}
