// Written by `python -m ludoteca.protocol.typescript` from `games/codex_naturalis/wire.py`.

/** Chooses the side of the starter card. */
export interface StarterMove {
  starter_side: "front" | "back";
}

/** Keeps one of the two secret objectives dealt, by the number of its card. */
export interface ObjectiveMove {
  keep_objective: number;
}

/** What others see of a card laid face down: its back. */
export interface FaceDownCard {
  kind: "resource" | "gold";
  kingdom: "fungi" | "plant" | "animal" | "insect";
}

/** Places a card of the hand, by its number; of a rival's card face down the back is told. */
export interface PlaceMove {
  place: number | FaceDownCard;
  side: "front" | "back";
  x: number;
  y: number;
}

/** Draws from a deck, or a face-up card by its number. */
export interface DrawMove {
  draw: "resource_deck" | "gold_deck" | number;
}

/** The sides of the starter card. */
export interface StarterChoices {
  starter_side: ("front" | "back")[];
}

/** The secret objectives to choose from. */
export interface ObjectiveChoices {
  keep_objective: number[];
}

/** The cards of the hand that may be placed with each side up. */
export interface CardsBySide {
  front: number[];
  back: number[];
}

/** Any card of a side at any of the places. */
export interface PlaceChoices {
  place: CardsBySide;
  places: [number, number][];
}

/** Where a card may be drawn from. */
export interface DrawChoices {
  draw: ("resource_deck" | "gold_deck" | number)[];
}

/** The parts of a score. */
export interface CodexScore {
  track: number;
  /** By common objective. */
  common: number[];
  secret: number;
  total: number;
}

/** The parts of a score as far as the viewer may know them; null for the others. */
export interface CodexPoints {
  track: number;
  common: number[];
  secret: number | null;
  total: number | null;
  /** The points that everybody sees: all but those of the secret objective. */
  seen: number;
}

/** How a seat stands with one objective. */
export interface ObjectiveProgress {
  objective: number;
  fulfilled: number;
  points: number;
  /** The cards of each pattern that is counted; empty for sets of symbols. */
  cards: [number, number][][];
}

/** How a seat stands. */
export interface CodexStanding {
  points: CodexPoints;
  /** Those that the viewer may know. */
  objectives: ObjectiveProgress[];
}

/** What a side of the starter card would bring. */
export interface StarterNotes {
  /** How many more of each are visible: only those that change. */
  symbols: Partial<Record<"fungi" | "plant" | "animal" | "insect" | "quill" | "inkwell" | "manuscript", number>>;
}

/** How often the objective is fulfilled now. */
export interface ObjectiveNotes {
  fulfilled: number;
}

/** What the points of a card are paid for: `count` times `each`. */
export interface PlacePoints {
  rule: "covered_corner" | "symbol" | "flat";
  count: number;
  each: number;
  /** With the rule `symbol`: which one is counted. */
  symbol?: "fungi" | "plant" | "animal" | "insect" | "quill" | "inkwell" | "manuscript";
}

/** What placing a card would bring besides its points. */
export interface PlaceNotes {
  /** How many more (or less) of each are visible: only those that change. */
  symbols: Partial<Record<"fungi" | "plant" | "animal" | "insect" | "quill" | "inkwell" | "manuscript", number>>;
  /** How many corners it covers. */
  covers: number;
  /** Null if it gives no points. */
  why: PlacePoints | null;
  /** By the number of an objective: how many times more, or less, it is fulfilled. */
  objectives: Record<string, number>;
}

/** What is drawn. */
export interface DrawNotes {
  /** Null for a deck, whose top card is hidden. */
  card: number | null;
  kind: "resource" | "gold";
  kingdom: "fungi" | "plant" | "animal" | "insect";
}

/** The points of the track need no explanation. */
export type NoDetail = Record<string, never>;

export type CodexMove = StarterMove | ObjectiveMove | PlaceMove | DrawMove;

export type CodexChoices = StarterChoices | ObjectiveChoices | PlaceChoices | DrawChoices;

export type CodexNotes = StarterNotes | ObjectiveNotes | PlaceNotes | DrawNotes;

export type CodexDetail = ObjectiveProgress | NoDetail;
