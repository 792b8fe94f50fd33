// Written by `python -m ludoteca.protocol.typescript` from `games/my_shelfie/view.py`.

/** A scoring token that a seat has taken. */
export interface ScoringToken {
  goal: number;
  points: number;
}

/** A common goal card with the tokens left on it, lowest first. */
export interface CommonGoal {
  goal: number;
  tokens_left: number[];
}

/** What lies before one player. */
export interface ShelfieSeat {
  /** Rows from the top, a letter for each tile, . for a free cell. */
  bookshelf: string[];
  /** The number of the card; null where the viewer does not know it. */
  personal_goal: number | null;
  tokens: ScoringToken[];
  end_game_token: boolean;
}

/** A state as the record shows it. */
export interface ShelfiePosition {
  to_move: number | null;
  over: boolean;
  /** Rows from the top, a letter for each tile, . for an empty cell; a space is no cell. */
  living_room: string[];
  /** How many tiles of each type are left. */
  bag: Record<"C" | "B" | "G" | "F" | "T" | "P", number>;
  common_goals: CommonGoal[];
  seats: ShelfieSeat[];
}
