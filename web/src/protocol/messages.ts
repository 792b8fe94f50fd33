// Written by `python -m ludoteca.protocol.typescript`; edit the Python messages instead.

export const VERSION = 1;

/** A client's frame has no more bytes than this. */
export const MOST_BYTES = 4096;

/** Why the server closes a socket. */
export const CLOSE_CODES: Readonly<Record<number, string>> = {
  "1001": "the server stops or restarts: connect again",
  "1002": "a frame broke the rules of WebSockets",
  "1007": "a text was not UTF-8",
  "1008": "a rule of the wire was broken: flooding; a wrong Origin gets no socket at all, but 403",
  "1009": "the message was too large",
  "1011": "no pong came in time, or a fault of the server: connect again",
  "1012": "the server restarts: connect again in a moment",
  "1013": "too slow a reader, a flood just before, or the database away: wait, connect again, enter the tables again",
  "4001": "the session is not known any more: come in again",
  "4003": "another connection of this seat has taken over",
  "4008": "too many sockets of one session",
  "4010": "banned by the host"
};

/** What to do after the server has closed a socket. */
export type AfterClose = "retry" | "sign_in" | "replaced" | "banned";

/** By close code; with all others, connect again. */
export const AFTER_CLOSE: Readonly<Record<number, AfterClose>> = {
  "4001": "sign_in",
  "4003": "replaced",
  "4010": "banned"
};

/** Seconds before the first new connection; each failure doubles them, up to the longest. */
export const FIRST_PAUSE = 0.25;
export const LONGEST_PAUSE = 4.0;

/** By what share pauses differ. */
export const SPREAD = 0.2;

/** The share of the server's pace that a client uses. */
export const MARGIN = 0.9;

/** What must be given of a part; the rest may be left at its default. */
export type Needs<T, K extends keyof T> = Pick<T, K> & Partial<Omit<T, K>>;

/** names table and match */
export type MatchId = string;

/** 128 random bits of the client */
export type MoveId = string;

/** 16 random bytes in hex */
export type Contribution = string;

/** 0 is the first seat */
export type SeatNumber = number;

/** plies so far: deals and moves alike */
export type Ply = number;

/** 1–20 visible characters */
export type Name = string;

export type Text = string;

/** the game's notation */
export type MoveText = string;

/** a bot or a level, such as medium */
export type BotName = string;

/** An object whose fields depend on the game. */
export type Fields = Record<string, any>;

/** a position as one viewer may know it */
export type View = Record<string, any>;

/** a whole move, in fields */
export type Move = Record<string, any>;

/** a move that was made; null for what the viewer may not know */
export type PlayedMove = Record<string, any>;

/** some or all fields of a move; {} is part of every move */
export type PartialMove = Record<string, any>;

/** the viewer's legal moves in few bytes; {} when there are none */
export type Choices = Record<string, any>;

/** the change of each part of the score that changes, and of total */
export type Points = Record<string, any>;

/** what a move would bring besides its points */
export type Notes = Record<string, any>;

/** points and progress of a seat */
export type Standing = Record<string, any>;

/** the parts of a score; null for what the viewer may not know */
export type Score = Record<string, any>;

/** where the points of a step come from */
export type Detail = Record<string, any>;

export type Language = "en" | "it" | "de";

/** What happens on the seat of somebody who has left: a bot plays on, or the table waits. */
export type Leaving = "bot" | "wait";

export type Reaction = "applause" | "laugh" | "wow" | "think" | "sad" | "heart";

/** What the table may agree on; `reverse` takes back an end that the table decided. */
export type Matter = "undo" | "end" | "pause" | "resume" | "reverse" | "rematch";

/** `over`: ended, but the end can still be reversed; `final`: nothing hidden is left. */
export type Status = "open" | "playing" | "paused" | "over" | "final" | "closed";

export type Clock = NoClock | TurnClock | BankClock | DaysClock;

/** seconds since 1970, by the server's clock */
export type Moment = number;

/** Nobody is hurried. */
export interface NoClock {
  kind: "none";
}

/** Seconds for each turn. */
export interface TurnClock {
  kind: "turn";
  seconds: number;
}

/** A bank of seconds for the match, and some more with each turn. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment: number;
}

/** Days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** What the host decides when a table is opened. */
export interface TableSetting {
  game: string;
  seats: number;
  options: Record<string, string | number>;
  edition: string | null;
  /** Listed in the lobby; else only by invitation. */
  public: boolean;
  clock: Clock;
  leaving: Leaving;
  /** Seconds a live table waits for a player who is away, before that happens. */
  grace: number;
  /** Seats are drawn at the start, or stay as the host has set them. */
  seating: "drawn" | "set";
  /** The host begins the match, or it begins by itself once all seats are taken and all ready. */
  starting: "host" | "full";
  /** Seconds by which spectators see everything later. */
  spectator_delay: number;
  spectators: boolean;
  /** People who share the host's device: each gets a seat of the host's session. */
  here: Name[];
  /** These sit down at once, on the last seats. */
  bots: BotName[];
}

/** What one seat gets in a step of the final scoring. */
export interface StepSeat {
  points: number;
  /** All steps so far. */
  total: number;
  detail: Detail;
}

/** A step of the final scoring; the last one is the `result`. */
export interface ScoringStep {
  /** A part of the score, or `result`. */
  step: string;
  /** In every step but the last. */
  seats?: StepSeat[];
  /** In the last step. */
  winners?: number[];
  /** In the last step: what decided between equal best scores. */
  tie_break?: string | null;
}

/** A legal move, and what it would bring. */
export interface Continuation {
  /** What `play_move` takes as `move`. */
  text: string;
  move: Move;
  points: Points;
  notes: Notes;
}

/** A move that a strong bot thought about. */
export interface HintLine {
  /** What `play_move` takes as `move`. */
  text: string;
  move: Move;
  /** The chance to win, from 0 to 1. */
  win: number;
  /** The score expected at the end. */
  score: number;
}

/**
 * A line of a replay: the start, then one for each ply, and the result of a match that is over.
 *
 * The same as in `ludoteca replay --json`, which has no `standing`.
 */
export interface ReplayLine {
  kind: "start" | "deal" | "move" | "undo" | "end" | "result";
  /** From 1, in every line but the first and the last. */
  ply?: number;
  /** The whole position after the ply, if all cards are open. */
  position?: View;
  /** Instead of it, what the seat could know that was asked for. */
  view?: View;
  standing?: Standing[];
  /** In the start, as all up to `players`. */
  game?: string;
  rules?: number;
  options?: Record<string, string | number>;
  players?: string[];
  /** A deal or a move in the game's notation; ? for what is hidden. */
  text?: string;
  /** Whose move; in an end, who resigned or stayed alone. */
  seat?: number;
  move?: PlayedMove;
  /** The ply after which an undo goes on. */
  to?: number;
  /** In an end: resigned, agreed or alone. */
  how?: string;
  /** In the result, as the winners. */
  scores?: Score[];
  winners?: number[];
}

/** How many messages the server takes of one session: some at once, then a number a second. */
export interface Pace {
  a_second: number;
  burst: number;
}

/** Who sits on a seat, as everybody may know. */
export interface SeatInfo {
  seat: SeatNumber;
  kind: "free" | "person" | "bot";
  name: string;
  /** The bot or level; for a person, who has left: the bot that plays on. */
  bot: string | null;
  ready: boolean;
  away: boolean;
  /** When a bot will take over from somebody who is away. */
  bot_at: Moment | null;
  resigned: boolean;
  account: boolean;
  rating: number | null;
  /** The picture this person has chosen; empty for none. */
  avatar: string;
}

/** The time each seat has left; a running one ends at its moment. */
export interface ClockInfo {
  /** Seconds left when the clock last stopped: of one that runs, count down from `ends`. */
  left: (number | null)[];
  /** When a clock that runs will be over; null for one that stands. */
  ends: (Moment | null)[];
}

/** Something to be agreed on. */
export interface Proposal {
  matter: Matter;
  by: SeatNumber;
  agreed: SeatNumber[];
  needed: SeatNumber[];
}

/** One line of chat; `number` rises. */
export interface ChatLine {
  number: number;
  at: Moment;
  name: string;
  text: string;
  seat: SeatNumber | null;
  /** Whispered to this seat; as `seat`, the number it had when this was said. */
  to: SeatNumber | null;
  /** Whispered to whom. */
  to_name: string;
  /** Among spectators. */
  spectators: boolean;
}

/** How a match ended. */
export interface Ending {
  /** By the rules, or by whom; admin: the people who run the server (the record says agreed). */
  how: "rules" | "resigned" | "agreed" | "alone" | "admin";
  seat: SeatNumber | null;
  winners: SeatNumber[];
  /** Score parts by seat; with null for what is still hidden. */
  scores: Score[];
  /** Final scoring step by step, once nothing is hidden. */
  steps: ScoringStep[];
  reversible_until: Moment | null;
  /** Revealed once the match is final. */
  seed: string | null;
}

/** One ply as the viewer may know it: a line of the record. */
export interface Happening {
  ply: Ply;
  kind: "deal" | "move" | "undo" | "end";
  text: string;
  seat: SeatNumber | null;
  move: PlayedMove | null;
  by_bot: boolean;
}

/** A table as everybody at it may know it. */
export interface TableInfo {
  match: MatchId;
  status: Status;
  setting: TableSetting;
  /** All options of the match, also those left at their default. */
  options: Record<string, string | number>;
  host: SeatNumber | null;
  seats: SeatInfo[];
  /** SHA-256 of the seed of the shuffle, in hex. */
  commitment: string;
  spectators: number;
  proposals: Proposal[];
  /** The last person at the table may decide how to go on. */
  alone: SeatNumber | null;
  alone_wins_at: Moment | null;
  /** What that person has decided so far; without it, the table's own choice applies then. */
  alone_choice: "wait" | "win" | null;
  closes_at: Moment | null;
  /** All have agreed to play again; the table for it is being opened. */
  rematch_due: boolean;
  /** The table at which the same people play again. */
  rematch: MatchId | null;
  rated: boolean;
  played_from: [MatchId, number] | null;
}

/** The match as one viewer may know it now. */
export interface PositionInfo {
  ply: Ply;
  view: View;
  /** Who may move now; all of them at once in a set-up choice. */
  movers: SeatNumber[];
  choices: Choices;
  /** How each seat stands, as far as the viewer may know. */
  standing: Standing[];
  /** The view as text, for those who entered with `drawing`. */
  drawing: string | null;
  clock: ClockInfo | null;
  /** How far an undo would go back. */
  undo_to: Ply | null;
}

/** A public table in the lobby: an open one, or one to watch, as its status tells. */
export interface LobbyTable {
  match: MatchId;
  status: Status;
  setting: TableSetting;
  seats: SeatInfo[];
  opened_at: Moment;
}

/** The first message on a socket. Answer: Welcome. */
export interface Hello {
  type: "hello";
  request: number;
  version: number;
  language?: Language;
}

/** Follow the list of public tables. Answer: LobbyList, then LobbyChange as it happens. */
export interface WatchLobby {
  type: "watch_lobby";
  request: number;
  game?: string | null;
}

/** Stop following the list of public tables. */
export interface LeaveLobby {
  type: "leave_lobby";
  request: number;
}

/** Open a table and sit down as its host. Answer: Opened; then `enter` it to hear of it. */
export interface OpenTable {
  type: "open_table";
  request: number;
  setting: Needs<TableSetting, "game">;
  /** Put live matches with other people aside, where nobody has to wait for one there. */
  set_aside?: boolean;
}

/**
 * Sit down at any open public table of this game, or open one. Answer: Opened; then `enter`.
 *
 * You are ready at once, and a table opened this way starts by itself. The contribution goes into
 * the shuffle of a table that is open already; at a new one, send it with Ready.
 */
export interface QuickMatch {
  type: "quick_match";
  request: number;
  game: string;
  /** Put live matches with other people aside, where nobody has to wait for one there. */
  set_aside?: boolean;
  contribution?: Contribution | null;
}

/** Open a table that goes on from a position of a final match. Answer: Opened; then `enter`. */
export interface PlayOn {
  type: "play_on";
  request: number;
  match: MatchId;
  ply: Ply;
  setting: Needs<TableSetting, "game">;
  /** Put live matches with other people aside, where nobody has to wait for one there. */
  set_aside?: boolean;
}

/**
 * Come to a table: on one's seat if one holds one, else to watch. Answer: Snapshot.
 *
 * After a lost connection the same; `after` is the number of the last line of chat one has. People
 * who share a device enter as the seat whose turn it is: each sees only what that seat may see.
 */
export interface Enter {
  type: "enter";
  request: number;
  match: MatchId;
  after?: number;
  seat?: SeatNumber | null;
  /** Get each position as text too: for games without a board, and for those who do not see. */
  drawing?: boolean;
}

/** Leave a table, also one that is over; a seat is kept and shown as away. */
export interface Exit {
  type: "exit";
  request: number;
  match: MatchId;
}

/** Sit down, before the start; `enter` to hear what happens there. */
export interface TakeSeat {
  type: "take_seat";
  request: number;
  match: MatchId;
  seat?: SeatNumber | null;
  /** Put live matches with other people aside, where nobody has to wait for one there. */
  set_aside?: boolean;
}

/** Stand up, before the start; a host hands the table on, the last one closes it. */
export interface LeaveSeat {
  type: "leave_seat";
  request: number;
  match: MatchId;
}

/** The host sends somebody away, before the start. */
export interface Kick {
  type: "kick";
  request: number;
  match: MatchId;
  seat: SeatNumber;
}

/** The host decides who sits where: for each new seat the present one. */
export interface SetSeats {
  type: "set_seats";
  request: number;
  match: MatchId;
  order: SeatNumber[];
}

/** The host puts a bot on a free seat (any if none is named). */
export interface AddBot {
  type: "add_bot";
  request: number;
  match: MatchId;
  bot: BotName;
  seat?: SeatNumber | null;
}

/** The host sends a bot away. */
export interface RemoveBot {
  type: "remove_bot";
  request: number;
  match: MatchId;
  seat: SeatNumber;
}

/**
 * The host changes seats, options, clock and other rules of the table, before the start.
 *
 * The game stays, and who sits there; `here` and `bots` of the new setting are not read.
 */
export interface ChangeSetting {
  type: "change_setting";
  request: number;
  match: MatchId;
  setting: Needs<TableSetting, "game">;
}

/** The host invites an account, also that of a bot from outside, by name. */
export interface Invite {
  type: "invite";
  request: number;
  match: MatchId;
  name: string;
}

/** Be ready, or not yet. The contribution goes into the shuffle; the commitment is known. */
export interface Ready {
  type: "ready";
  request: number;
  match: MatchId;
  ready?: boolean;
  contribution?: Contribution | null;
}

/** The host begins the match: all people are ready; free seats go away. */
export interface Start {
  type: "start";
  request: number;
  match: MatchId;
}

/**
 * Make a move. Answer: Accepted, once it is saved for good.
 *
 * The same move_id with the same move gets the same answer however often it is sent.
 */
export interface PlayMove {
  type: "play_move";
  request: number;
  match: MatchId;
  ply: Ply;
  move_id: MoveId;
  /** The `text` of a continuation, or anything in the game's notation. */
  move: MoveText;
}

/** Show the others what one is choosing, where that is public; {} for nothing. */
export interface Select {
  type: "select";
  request: number;
  match: MatchId;
  ply: Ply;
  partial: PartialMove;
}

/** What could follow a partial choice, and what would it bring? Answer: Continuations. */
export interface AskMoves {
  type: "ask_moves";
  request: number;
  match: MatchId;
  partial: PartialMove;
  /** How many at most, in the order of the game's actions. */
  most?: number;
  /** How many to leave out at the beginning: with it, all can be asked for in parts. */
  skip?: number;
}

/** Why is this choice not allowed? Answer: WhyNot. */
export interface AskWhyNot {
  type: "ask_why_not";
  request: number;
  match: MatchId;
  partial: PartialMove;
}

/** What would a strong bot do here? Answer: Hint. Not in rated matches of people. */
export interface AskHint {
  type: "ask_hint";
  request: number;
  match: MatchId;
  /** Ask for the view alone: clients with the game's engine think about it themselves. */
  view?: boolean;
}

/** Propose something to all people at the table; alone against bots it happens at once. */
export interface Propose {
  type: "propose";
  request: number;
  match: MatchId;
  matter: Matter;
}

/** Answer yes or no to what is proposed. */
export interface Agree {
  type: "agree";
  request: number;
  match: MatchId;
  matter: Matter;
  agree: boolean;
}

/** Resign: with two players the match ends, with more a bot plays on. */
export interface Resign {
  type: "resign";
  request: number;
  match: MatchId;
}

/** The last one at the table decides: wait, play on with bots, or win after the countdown. */
export interface AloneChoice {
  type: "alone_choice";
  request: number;
  match: MatchId;
  choice: string;
}

/** Chat with the table (spectators: with spectators), or whisper to one seat. */
export interface Say {
  type: "say";
  request: number;
  match: MatchId;
  text: Text;
  to?: SeatNumber | null;
}

/** Show a feeling. */
export interface React {
  type: "react";
  request: number;
  match: MatchId;
  reaction: Reaction;
}

/** Mute somebody, or hear them again. */
export interface Mute {
  type: "mute";
  request: number;
  match: MatchId;
  name: string;
  muted?: boolean;
}

/** It has happened. */
export interface Done {
  type: "done";
  request: number;
}

/** It has not happened, and why: a code for programs, a sentence for people. */
export interface Refused {
  type: "refused";
  request: number;
  code: string;
  sentence: string;
  match?: MatchId | null;
  /** The present ply, when the move was meant for another one. */
  ply?: Ply | null;
  /** Seconds after which the same may be taken; none: it would be refused again. */
  retry_after?: number | null;
}

/** Who one is, and where. */
export interface Welcome {
  type: "welcome";
  request: number;
  version: number;
  server: string;
  /** An id that stays; no secret. */
  user: string;
  name: string;
  account: boolean;
  language: Language;
  now: Moment;
  /** Matches in which one holds a seat. */
  seats: MatchId[];
  /** How fast messages may come; none: as fast as they like. */
  pace?: Pace | null;
}

/** The public tables one may join or watch, the latest opened. */
export interface LobbyList {
  type: "lobby_list";
  request: number;
  tables: LobbyTable[];
}

/** The table one now sits at. */
export interface Opened {
  type: "opened";
  request: number;
  match: MatchId;
}

/** The move is saved for good, as this ply. */
export interface Accepted {
  type: "accepted";
  request: number;
  match: MatchId;
  ply: Ply;
}

/** All one may know of a table: at the first identity and after every lost connection. */
export interface Snapshot {
  type: "snapshot";
  request: number;
  table: TableInfo;
  /** The viewer's own seat; null for a spectator. */
  seat: SeatNumber | null;
  /** All seats of the viewer's session: several where people share a device. */
  seats?: SeatNumber[];
  /** Null before the start. */
  position: PositionInfo | null;
  /** All plies of the match. */
  happened: Happening[];
  chat: ChatLine[];
  muted?: string[];
  ending?: Ending | null;
  selecting?: Record<string, PartialMove>;
}

/** The legal moves that contain a partial choice, and what each would bring. */
export interface Continuations {
  type: "continuations";
  request: number;
  match: MatchId;
  ply: Ply;
  continuations: Continuation[];
}

/** Why a choice is not allowed; both empty if it is allowed. */
export interface WhyNot {
  type: "why_not";
  request: number;
  match: MatchId;
  code: string;
  sentence: string;
}

/** What a strong bot would do, the best first; or the view to think about, and no lines. */
export interface Hint {
  type: "hint";
  request: number;
  match: MatchId;
  ply: Ply;
  lines: HintLine[];
  /** What one's seat may know, if it was asked for: a state of the game's engine in base64. */
  view?: string | null;
}

/** A table in the lobby is new, has changed, or is gone. */
export interface LobbyChange {
  type: "lobby_change";
  match: MatchId;
  table: LobbyTable | null;
}

/** Something about the table has changed, not about the position. */
export interface TableChange {
  type: "table";
  table: TableInfo;
  seat: SeatNumber | null;
}

/** The match has moved on. */
export interface Update {
  type: "update";
  match: MatchId;
  happened: Happening[];
  position: PositionInfo;
  ending?: Ending | null;
  /** Once the match is final: earlier plies of which something was hidden, now all of it. */
  revealed?: Happening[];
}

/** What somebody is choosing, where that is public. */
export interface Selecting {
  type: "selecting";
  match: MatchId;
  ply: Ply;
  seat: SeatNumber;
  partial: PartialMove;
}

/** Somebody has said something. */
export interface Chat {
  type: "chat";
  match: MatchId;
  line: ChatLine;
}

/** Somebody shows a feeling. */
export interface Reacted {
  type: "reacted";
  match: MatchId;
  reaction: Reaction;
  name: string;
  seat?: SeatNumber | null;
}

/** One is invited to a table. */
export interface Invited {
  type: "invited";
  match: MatchId;
  setting: TableSetting;
  by: string;
}

/** It is one's turn at a table, also at one that is not open on this socket. */
export interface YourTurn {
  type: "your_turn";
  match: MatchId;
  game: string;
}

/** Frames were left out: enter the table again. */
export interface Resync {
  type: "resync";
  match?: MatchId | null;
}

/** Moves can't be saved now (`up` false), or again; clocks stand still meanwhile. */
export interface Outage {
  type: "outage";
  match: MatchId;
  up: boolean;
  sentence?: string;
}

/** All that a client may say. */
export type FromClient =
  | Hello
  | WatchLobby
  | LeaveLobby
  | OpenTable
  | QuickMatch
  | PlayOn
  | Enter
  | Exit
  | TakeSeat
  | LeaveSeat
  | Kick
  | SetSeats
  | AddBot
  | RemoveBot
  | ChangeSetting
  | Invite
  | Ready
  | Start
  | PlayMove
  | Select
  | AskMoves
  | AskWhyNot
  | AskHint
  | Propose
  | Agree
  | Resign
  | AloneChoice
  | Say
  | React
  | Mute;

/** All that a client may be told. */
export type ToClient =
  | Done
  | Refused
  | Welcome
  | LobbyList
  | Opened
  | Accepted
  | Snapshot
  | Continuations
  | WhyNot
  | Hint
  | LobbyChange
  | TableChange
  | Update
  | Selecting
  | Chat
  | Reacted
  | Invited
  | YourTurn
  | Resync
  | Outage;

/** What each message is answered with, unless it is Refused. */
export interface Answers {
  hello: Welcome;
  watch_lobby: LobbyList;
  leave_lobby: Done;
  open_table: Opened;
  quick_match: Opened;
  play_on: Opened;
  enter: Snapshot;
  exit: Done;
  take_seat: Done;
  leave_seat: Done;
  kick: Done;
  set_seats: Done;
  add_bot: Done;
  remove_bot: Done;
  change_setting: Done;
  invite: Done;
  ready: Done;
  start: Done;
  play_move: Accepted;
  select: Done;
  ask_moves: Continuations;
  ask_why_not: WhyNot;
  ask_hint: Hint;
  propose: Done;
  agree: Done;
  resign: Done;
  alone_choice: Done;
  say: Done;
  react: Done;
  mute: Done;
}
