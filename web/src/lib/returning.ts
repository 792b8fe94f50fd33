/** The way to a table, or back to it, that is not open just now: it is tried again a little later. */
import type { Refused } from "../protocol/messages";

/** As what a table is entered, and how far its chat is known. */
export interface Place {
  seat: number | null;
  after: number;
}

/** Codes of refusals that are not about the table: a little later the same may be taken. */
const PASSING = new Set(["store_away", "busy", "too_fast", "fault"]);

/** So long until a table is tried again that can't be entered now. */
const RETRY = 1000;

export const isPassing = (refusal: Refused) => PASSING.has(refusal.code);

export function pause(milliseconds = RETRY): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
