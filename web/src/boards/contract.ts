/**
 * What a board is given and what it may do: a view in, moves out, no rules.
 *
 * A board is the folder `boards/<game id>/`, found by that id; nothing else names a game. In it:
 *
 *   Board.svelte     everything below the turn bar of a match: the board, goals, rivals, table, and
 *                    the dock (`parts/Dock.svelte`). Props: `BoardProps`. It fills its parent,
 *                    which is as large as the screen lets it be; in play nothing scrolls.
 *   Scene.svelte     the picture on the game's card on the first page; fills its parent (about
 *                    5 : 2.7), decoration only, no props. Optional.
 *   Sign.svelte      the game's small sign, 24–64 px square; fills its parent, no props. Optional.
 *   Thumbnail.svelte the board of one seat as small as a stamp; fills its parent, decoration only.
 *                    Props: `ThumbnailProps`. Optional.
 *   Calculator.svelte  counts a player's score of the real box. Props: `CalculatorProps`. Optional.
 *   Finale.svelte    the winner's board as the picture of the result; fills its parent. Props:
 *                    `FinaleProps`. Optional.
 *   Portrait.svelte  the same for a picture to share: one `svg[data-portrait]`, and its sprites.
 *                    Props: `PortraitProps`. Optional.
 *   missing.ts       `tellMissing(say, standing, board)`: what a player lacked most, from how they stand
 *                    and their seat of the position. Optional.
 *   Scoring.svelte   one step of the final scoring: all seats' boards with what is counted marked.
 *                    Props: `ScoringProps`. The frame adds title, table, Back and Next. Optional.
 *   Move.svelte      a move as a small picture, in lists of moves. Props: `MoveProps`. Optional.
 *   tell.ts          `tellMove(say, move, before, seat)`: the same in words. Goes with Move.svelte.
 *   pictures.json    the pictures of its rules, `PictureOfRules` each, drawn by `npm run pictures` into
 *                    docs/pictures/<game-id>-<name>.svg. Optional.
 *   Pieces.svelte    all that lies in the box, to leaf through. Props: `PiecesProps`. Goes with
 *                    pieces.json, the list of its parts, named `pieces.…` in the game's words. Optional.
 *   keys.json        the keys it knows, by the names of `page.key.…`: for the help. Optional.
 *   terms.json       what a long press explains: `data-term` in its parts, `term.…` in its words. Optional.
 *   place.json       its place among the games, from 1. Optional.
 *   kernels.ts       how a view becomes a state of the game's kernels, and what they answer JSON: with
 *                    it `ask` is answered in the page (`engine/previews.ts`). Optional.
 *   Learning.svelte  the interactive tutorial, props `LearningProps`. Optional.
 *
 * Words of a board stand in the game's own `text/<language>.json` under `board.…` (three
 * languages, ICU plurals as in `{n, plural, one {# tile} other {# tiles}}`).
 * Colours, sizes and depths come from `styles/tokens.css`; a board's own tokens stand in its folder.
 */

import type {
  ClockInfo,
  Continuation,
  Ending,
  Happening,
  HintLine as Advised,
  Needs,
  SeatInfo,
} from "../lib/protocol";

/** A view, a move, choices or a part of them in the JSON form of the records. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = Record<string, any>;

/** A picture in the rules of a game: where it stands, and what it shows, in each language. */
export interface PictureOfRules {
  name: string;
  /** Stands for this drawing in letters, counted from 1 … */
  instead?: number;
  /** … or ends this chapter, counted from 1. */
  below?: number;
  /** The caption in each language; none where the text before the picture says it all. */
  en?: string;
  it?: string;
  de?: string;
}

export type { Continuation } from "../lib/protocol";

/** The answer to the last `ask`; `partial` is what was asked, to tell late answers apart. */
export interface Asked {
  partial: Fields;
  moves: Continuation[];
}

export interface HintLine extends Needs<Advised, "text" | "move"> {
  /** What it would bring at once; not known at first. */
  outcome?: Continuation;
}

/** Why something is not allowed: a code of the game, and its sentence; both empty if it is. */
export interface Why {
  code: string;
  sentence: string;
}

/** What a person has set on this device. `motion`, `dark` are resolved: no "system" is left. */
export interface BoardSettings {
  language: "en" | "it" | "de";
  dark: boolean;
  /** Colour-blind signs: patterns and small signs beside every colour. */
  signs: boolean;
  motion: boolean;
  sound: boolean;
  /** Ask before a move is sent: a first tap chooses, the button of the dock plays. */
  confirm: boolean;
  leftHand: boolean;
  /** Single-letter keys (F flip, R reorder, …) are on. */
  keys: boolean;
}

export type Size = "phone" | "tablet" | "desktop" | "landscape";

export type SoundName =
  | "lift"
  | "back"
  | "land"
  | "choose"
  | "take_card"
  | "place_card"
  | "flip"
  | "points"
  | "token"
  | "refill"
  | "turn"
  | "refused"
  | "last_round"
  | "end"
  | "win"
  | "lose"
  | "tick"
  | "bubble";

/** Say a sentence: a key of the game's words, else of the common ones, with its values. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** What surrounds a board and can be asked to show something. */
export interface Frame {
  /** The sentence in the turn bar, such as "Your turn: one more, or place"; null: the usual one. */
  turn(sentence: string | null): void;
  /** A ribbon under the turn bar ("Last round: one more turn each."); null: none. */
  ribbon(sentence: string | null): void;
  /** Tell those who do not see the board; refusals are assertive. */
  announce(sentence: string, assertive?: boolean): void;
  /** Refuse kindly: a bubble at what it is about, spoken at once, with the low double tap. */
  refuse(sentence: string, at?: Element | null): void;
  /** Play a sound; `step` raises it (the row a tile lands in, the number of points). */
  sound(name: SoundName, step?: number): void;
}

export interface BoardProps {
  game: string;
  /** The position as the viewer may know it. A new object with every ply. */
  view: Fields;
  ply: number;
  /** The viewer's legal moves in the game's compact form; {} when nothing may be chosen. */
  choices: Fields;
  /** Per seat: what the viewer may know of its points and progress now. */
  standing: Fields[];
  /** The viewer's seat; null for a spectator and in a replay, from any seat. */
  seat: number | null;
  /** Whose play area is shown large when `seat` is null. */
  shown: number;
  /** Names by seat, ready to show ("You" is up to the board). */
  names: string[];
  seats: SeatInfo[];
  movers: number[];
  /** What others are choosing now, by seat. */
  selecting: Record<number, Fields>;
  /** The answer to the last `ask`; null while it is under way and when nothing was asked. */
  continuations: Asked | null;
  /** What happened since the last view, oldest first: for animations; [] after a reload. */
  happened: Happening[];
  /** The newest lines of the match, oldest first: for "last moves". */
  history: Happening[];
  clock: ClockInfo | null;
  ending: Ending | null;
  drawing: string | null;
  /** Options of the match, such as {"refill": "four_or_fewer"}. */
  options: Record<string, string | number>;

  /** False for spectators, replays, while a move is on its way and when it is others' turn. */
  interactive: boolean;
  /** A move on its way: null, being sent, or not saved after a second. */
  sending: null | "sending" | "slow";
  /** A hint: stage 1 names the idea and outlines where, stage 2 shows the move as ghosts. */
  hint: { stage: 1 | 2; line: HintLine } | null;
  settings: BoardSettings;
  size: Size;
  words: Say;
  frame: Frame;

  /** Which legal moves contain this partial choice, and what would each bring? → `continuations` */
  ask(partial: Fields): void;
  /** Why is this choice (or whole move) not allowed? */
  whyNot(partial: Fields): Promise<Why>;
  /** Show the others what one is choosing, where that is public; {} for nothing. */
  choosing(partial: Fields): void;
  /** Make a move, in the game's notation. The answer is the next view, or a refusal of the frame. */
  play(move: string): void;
  /** Take the last move back; null when there is none to take back. */
  undo: (() => void) | null;
}

/** The score of one player of the real box. */
export interface CalculatorProps {
  /** What was entered so far, in a form of the game's own; null at first. */
  sheet: unknown;
  words: Say;
  /** Something was entered: the new sheet and its total. */
  change(sheet: unknown, total: number): void;
}

/** The winner's board at the end of a match. */
export interface FinaleProps {
  view: Fields;
  standing: Fields[];
  history: Happening[];
  /** Whose board it is. */
  seat: number;
  name: string;
  /** There is reason for joy: the reader has not lost. */
  joyful: boolean;
  settings: BoardSettings;
  words: Say;
}

/** One seat's board as one drawing. */
export type PortraitProps = Pick<FinaleProps, "view" | "history" | "seat">;

/** One seat's board in a list of matches. */
export interface ThumbnailProps {
  /** A position, as anybody sees it. */
  view: Fields;
  seat: number;
}

/** One part of what lies in the box. */
export interface PiecesProps {
  /** One of `pieces.json`. */
  part: string;
  words: Say;
}

/** A move in a list: what `Move.svelte` draws. */
export interface MoveProps {
  move: Fields;
  /** The view before it. */
  before: Fields;
  seat: number | null;
  words: Say;
}

/** One step of `Ending.steps`. */
export interface ScoringProps {
  game: string;
  view: Fields;
  step: Fields;
  standing: Fields[];
  /** All lines of the match, oldest first. */
  history?: Happening[];
  seat: number | null;
  /** The seat to show on a phone (one at a time); null: all side by side. */
  only: number | null;
  names: string[];
  settings: BoardSettings;
  size: Size;
  words: Say;
}

export interface LearningProps {
  game: string;
  /** The lesson to begin with, from 0. */
  lesson: number;
  settings: BoardSettings;
  size: Size;
  words: Say;
  frame: Frame;
  /** A lesson was reached; kept on the device. */
  reached(lesson: number): void;
  leave(): void;
  /** Play a real match now. */
  done(): void;
}
