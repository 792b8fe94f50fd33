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
  bookshelf: string[];
  personal_goal: number | null;
  tokens: ScoringToken[];
  end_game_token: boolean;
}

/** A state as the record shows it. */
export interface ShelfiePosition {
  to_move: number | null;
  over: boolean;
  living_room: string[];
  bag: Record<"C" | "B" | "G" | "F" | "T" | "P", number>;
  common_goals: CommonGoal[];
  seats: ShelfieSeat[];
}
