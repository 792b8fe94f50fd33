/** What the viewer has chosen so far, what is needed for it, and which place comes next. */

import { cardOf, spread, type Side } from "./cards";
import { inReadingOrder, isSame, type Spot } from "./geometry";
import type { Sign } from "./kingdoms";
import type { Choices, Outcome } from "./view";

export interface Seal {
  symbol: Sign;
  missing: boolean;
}

/** Tell which of the symbols that a card's front needs are there. */
export function requirementOf(
  card: number,
  symbols: Readonly<Record<Sign, number>>,
): { met: boolean; seals: Seal[] } {
  const left = { ...symbols };
  const seals = spread(cardOf(card).requires).map((symbol) => ({
    symbol,
    missing: left[symbol]-- <= 0,
  }));
  return { met: !seals.some((seal) => seal.missing), seals };
}

/** Give the first symbol of which there are too few, with both numbers. */
export function lackOf(card: number, symbols: Readonly<Record<Sign, number>>) {
  for (const [symbol, need] of Object.entries(cardOf(card).requires) as [Sign, number][]) {
    if (symbols[symbol] < need) return { symbol, need, have: symbols[symbol] };
  }
  return null;
}

/** Say whether a card may be placed with this side up. */
export function maySide(choices: Choices, card: number, side: Side): boolean {
  return choices.place?.[side].includes(card) ?? false;
}

/** List the places for a card and side: all of them, or none. */
export function placesFor(choices: Choices, card: number | null, side: Side): Spot[] {
  if (card === null || !maySide(choices, card, side)) return [];
  return inReadingOrder((choices.places ?? []).map(([x, y]) => ({ x, y })));
}

/** Give the place after (or before) a place: in reading order, or the best points first. */
export function nextPlace(
  places: readonly Spot[],
  now: Spot | null,
  step: 1 | -1,
  outcomes: readonly Outcome[] | null = null,
): Spot | null {
  if (!places.length) return null;
  let order = [...places];
  if (outcomes) {
    const worth = (spot: Spot) => outcomes.find((one) => isSame(one, spot))?.points ?? 0;
    order = order.sort((a, b) => worth(b) - worth(a));
  }
  const at = order.findIndex((spot) => isSame(spot, now));
  const next =
    at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length;
  return order[next]!;
}

/** Give the nearest place in a direction of the screen, for arrow keys. */
export function placeTowards(
  places: readonly Spot[],
  now: Spot,
  direction: "left" | "right" | "up" | "down",
): Spot | null {
  const along = (spot: Spot) => {
    const [dx, dy] = [spot.x - now.x, spot.y - now.y];
    return { left: -dx, right: dx, up: dy, down: -dy }[direction];
  };
  const across = (spot: Spot) =>
    direction === "left" || direction === "right"
      ? Math.abs(spot.y - now.y)
      : Math.abs(spot.x - now.x);
  const ahead = places.filter((spot) => along(spot) > 0);
  if (!ahead.length) return null;
  return ahead.reduce((best, spot) =>
    along(spot) + 2 * across(spot) < along(best) + 2 * across(best) ? spot : best,
  );
}
