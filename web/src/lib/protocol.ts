/** The messages of the protocol, as the page uses them. */
export type Moment = number;
export type Status = "open" | "playing" | "paused" | "over" | "final" | "closed";

export interface SeatInfo {
  seat: number;
  kind: "free" | "person" | "bot";
  name: string;
  bot: string | null;
  ready: boolean;
  away: boolean;
  bot_at: Moment | null;
  resigned: boolean;
  account: boolean;
  rating: number | null;
}

export interface ClockInfo {
  left: (number | null)[];
  ends: (Moment | null)[];
}

export interface Ending {
  how: "rules" | "resigned" | "agreed" | "alone";
  seat: number | null;
  winners: number[];
  scores: Record<string, any>[];
  steps: Record<string, any>[];
  reversible_until: Moment | null;
  seed: string | null;
}

export interface Happening {
  ply: number;
  kind: "deal" | "move" | "undo" | "end";
  text: string;
  seat: number | null;
  move: Record<string, any> | null;
  by_bot: boolean;
}
