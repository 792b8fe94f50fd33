// Written by `python -m ludoteca.protocol.typescript` from `games/codex_naturalis/view.py`.

/** A card of which only the back is known. */
export interface Back {
  kind: "resource" | "gold";
  kingdom: "fungi" | "plant" | "animal" | "insect";
}

/** A deck; in a view only the number of cards below the top is known. */
export interface Deck {
  top: number | Back | null;
  below: number[] | number;
}

/** Both decks. */
export interface Decks {
  resource: Deck;
  gold: Deck;
}

/** The cards that lie face up; null for an empty place. */
export interface FaceUp {
  resource: (number | null)[];
  gold: (number | null)[];
}

/** A card in a play area; of a rival's card that lies face down only the back is known. */
export interface Placement {
  card: number | Back;
  side: "front" | "back";
  x: number;
  y: number;
}

/** What lies before one player, and what the player holds. */
export interface CodexSeat {
  hand: (number | Back)[];
  starter: number | null;
  objectives_dealt: (number | null)[];
  secret_objective: number | null;
  points: number;
  blocked: boolean;
  symbols: Record<"fungi" | "plant" | "animal" | "insect" | "quill" | "inkwell" | "manuscript", number>;
  play_area: Placement[];
}

/** A state as the record shows it. */
export interface CodexPosition {
  to_move: number | null;
  first_seat: number | null;
  over: boolean;
  phase: "starter" | "objective" | "place" | "draw" | "over";
  last_round: boolean;
  decks: Decks;
  face_up: FaceUp;
  common_objectives: number[];
  seats: CodexSeat[];
}
