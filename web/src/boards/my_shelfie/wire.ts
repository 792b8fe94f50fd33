// Written by `python -m ludoteca.protocol.typescript` from `games/my_shelfie/wire.py`.

/** A whole move; some of its fields are a partial choice. */
export interface ShelfieMove {
  /** The cells of the living room in the order in which their tiles fall into the column. */
  take: [number, number][];
  /** The column of the bookshelf, from 0. */
  column: number;
}

/** The legal moves: a line of `takes`, in any order, into a column with room for it. */
export interface ShelfieChoices {
  /** The lines of tiles that may be taken. */
  takes: [number, number][][];
  /** The free cells of each column of the bookshelf. */
  room: number[];
}

/** The parts of a score. */
export interface ShelfieScore {
  common: number;
  end_game_token: number;
  personal: number;
  groups: number;
  total: number;
}

/** The parts of a score as far as the viewer may know them; null for the others. */
export interface ShelfiePoints {
  common: number;
  end_game_token: number;
  personal: number | null;
  groups: number;
  total: number | null;
  /** The points that everybody sees: all but those of the personal goal. */
  seen: number;
}

/** Tiles of a type that touch and give points. */
export interface ShelfieGroup {
  tile: "C" | "B" | "G" | "F" | "T" | "P";
  cells: [number, number][];
  points: number;
}

/** A cell of a personal goal card. */
export interface GoalCell {
  row: number;
  column: number;
  tile: "C" | "B" | "G" | "F" | "T" | "P";
  matched: boolean;
}

/** A bookshelf beside its personal goal card. */
export interface PersonalProgress {
  matched: number;
  of: number;
  cells: GoalCell[];
}

/** How far a seat is with a common goal, in what its card counts. */
export interface CommonProgress {
  goal: number;
  done: number;
  of: number;
  reached: boolean;
}

/** How a seat stands. */
export interface ShelfieStanding {
  points: ShelfiePoints;
  groups: ShelfieGroup[];
  /** Null where the viewer does not know the card. */
  personal_goal: PersonalProgress | null;
  common_goals: CommonProgress[];
}

/** Cells of the personal goal that match, before and after a move. */
export interface GoalChange {
  before: number;
  after: number;
}

/** A common goal that a move reaches, with the points of its token. */
export interface ReachedGoal {
  goal: number;
  reached: true;
  points: number;
}

/** What a move would bring besides its points. */
export interface ShelfieNotes {
  personal_goal: GoalChange;
  common_goals: ReachedGoal[];
  fills_bookshelf: boolean;
  /** Where the tiles land in the bookshelf, in their order. */
  cells: [number, number][];
}

/** A scoring token, with the common goal it was taken for. */
export interface TakenToken {
  goal: number;
  points: number;
}

/** Where the points of common goals come from. */
export interface CommonDetail {
  tokens: TakenToken[];
}

/** Whether the seat has the end game token. */
export interface TokenDetail {
  end_game_token: boolean;
}

/** Where the points of groups come from. */
export interface GroupsDetail {
  groups: ShelfieGroup[];
}

/** Where the points of the personal goal come from. */
export interface PersonalDetail {
  matched: number;
  of: number;
  cells: GoalCell[];
  goal: number;
}

export type ShelfieDetail = CommonDetail | TokenDetail | GroupsDetail | PersonalDetail;
