/** The form of a view of My Shelfie, of its choices and of its standing, as the records write them. */
import type { Letter } from "./tiles";

/** A cell of the living room or of a bookshelf: row and column from the upper left one. */
export type Cell = readonly [row: number, column: number];

export type { ShelfiePosition as View, ShelfieSeat as Seat } from "./position";

export interface Choices {
  /** The lines of tiles that may be taken. */
  takes?: Cell[][];
  /** The free cells of each column of the own bookshelf. */
  room?: number[];
}

export interface GoalCell {
  row: number;
  column: number;
  tile: Letter;
  matched: boolean;
}

export interface Group {
  tile: Letter;
  cells: Cell[];
  points: number;
}

export interface Standing {
  points: {
    common: number;
    end_game_token: number;
    personal: number | null;
    groups: number;
    total: number | null;
    seen: number;
  };
  groups: Group[];
  personal_goal: { matched: number; of: number; cells: GoalCell[] } | null;
  common_goals: { goal: number; done: number; of: number; reached: boolean }[];
}

export interface Notes {
  personal_goal: { before: number; after: number };
  common_goals: { goal: number; points: number }[];
  fills_bookshelf: boolean;
  cells: Cell[];
}

/** What a seat has so far, as far as the viewer may know. */
export const pointsOf = (standing: Standing | undefined): number =>
  standing?.points.total ?? standing?.points.seen ?? 0;
