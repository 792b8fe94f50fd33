/** A view, its choices and how seats stand, in the form of the records; moves in our notation. */

import type { Continuation, Fields } from "../contract";
import type { Back, Deck } from "./position";
import type { Side } from "./cards";
import type { Spot } from "./geometry";
import type {
  DrawChoices,
  DrawMove,
  ObjectiveChoices,
  PlaceChoices,
  PlaceNotes,
  StarterChoices,
} from "./wire";

export type { Back, CodexPosition as View, CodexSeat as Seat, Deck, Placement } from "./position";

/** Where a card may be drawn from: a deck, or a face-up card by its id. */
export type Source = DrawMove["draw"];

/** What the phase offers; none of it when nothing may be chosen. */
export type Choices = Partial<StarterChoices & ObjectiveChoices & PlaceChoices & DrawChoices>;

export type { CodexStanding as Standing, ObjectiveProgress as Reached, PlaceNotes } from "./wire";

export interface Outcome extends Spot {
  text: string;
  /** Points on the track. */
  points: number;
  notes: PlaceNotes;
}

/** Read the legal placings of one card and side. */
export function outcomesOf(moves: readonly Continuation[]): Outcome[] {
  return moves.map((move) => ({
    x: move.move.x as number,
    y: move.move.y as number,
    text: move.text,
    points: move.points.track ?? 0,
    notes: move.notes as PlaceNotes,
  }));
}

export function placeText(card: number, side: Side, spot: Spot): string {
  return `${card} ${side} ${spot.x},${spot.y}`;
}

export function drawText(source: Source): string {
  return `draw ${typeof source === "number" ? source : source.replace("_deck", "")}`;
}

/** Count the cards of a deck, its top included. */
export function cardsIn(deck: Deck): number {
  const below = typeof deck.below === "number" ? deck.below : deck.below.length;
  return below + (deck.top === null ? 0 : 1);
}

/** Say whether a card's front may be known: a number is a card, an object a back. */
export function isKnown(card: number | Back): card is number {
  return typeof card === "number";
}

/** Compare partial choices; the order of their fields does not matter. */
export function keyOf(partial: Fields): string {
  return JSON.stringify(Object.entries(partial).sort(([a], [b]) => (a < b ? -1 : 1)));
}
