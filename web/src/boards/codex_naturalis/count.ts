/** Counts the cards of the real box as they are laid: places, symbols, points, objectives. */

import { cardOf, objectiveOf, type Side } from "./cards";
import { CORNERS, openCorners } from "./corners";
import { type Spot, inReadingOrder } from "./geometry";
import { type Sign, SYMBOLS } from "./kingdoms";
import type { Placement } from "./view";

const STEPS: readonly [number, number][] = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
];
const keyOf = ({ x, y }: Spot) => `${x},${y}`;

/** The cards whose corners a card at a place would cover, with the corner of each. */
function touched(spot: Spot, area: readonly Placement[]): { card: Placement; corner: number }[] {
  return STEPS.flatMap(([dx, dy], n) => {
    const card = area.find((one) => one.x === spot.x + dx && one.y === spot.y + dy);
    return card ? [{ card, corner: 3 - n }] : [];
  });
}

/** Where a card may be laid: on visible corners, never on a hidden one; in reading order. */
export function placesIn(area: readonly Placement[]): Spot[] {
  const taken = new Set(area.map(keyOf));
  const found = new Map<string, Spot>();
  for (const card of area)
    for (const [dx, dy] of STEPS) {
      const spot = { x: card.x + dx, y: card.y + dy };
      if (taken.has(keyOf(spot))) continue;
      const open = touched(spot, area).every(
        (one) => cardOf(one.card.card)[one.card.side].corners[one.corner] !== "hidden",
      );
      if (open) found.set(keyOf(spot), spot);
    }
  return inReadingOrder([...found.values()]);
}

/** The symbols that can be seen. */
export function symbolsOf(area: readonly Placement[]): Record<Sign, number> {
  const counts = Object.fromEntries(SYMBOLS.map((sign) => [sign, 0])) as Record<Sign, number>;
  for (const card of area) {
    const face = cardOf(card.card)[card.side];
    for (const sign of face.centre) counts[sign] += 1;
    for (const corner of openCorners(card, area)) {
      const sign = face.corners[CORNERS.indexOf(corner)]!;
      if (sign !== "empty" && sign !== "hidden") counts[sign] += 1;
    }
  }
  return counts;
}

/** The points that the newest card brings when it is laid. */
export function pointsOfLast(area: readonly Placement[]): number {
  const last = area.at(-1);
  if (!last || last.side === "back") return 0;
  const { points, rule } = cardOf(last.card);
  if (rule === "flat") return points;
  if (rule === "per_covered_corner") return points * touched(last, area.slice(0, -1)).length;
  return points * symbolsOf(area)[rule.slice("per_".length) as Sign];
}

/** The points of all cards, each at the moment it was laid. */
export const trackOf = (area: readonly Placement[]): number =>
  area.reduce((sum, _, n) => sum + pointsOfLast(area.slice(0, n + 1)), 0);

/** Whether a gold card's requirement was met before it was laid. */
export function isAllowed(card: number, side: Side, area: readonly Placement[]): boolean {
  if (side === "back") return true;
  const seen = symbolsOf(area);
  return Object.entries(cardOf(card).requires).every(
    ([sign, count]) => seen[sign as Sign] >= (count ?? 0),
  );
}

/** How often an objective is fulfilled: a card counts for one of its patterns only. */
export function timesOf(objective: number, area: readonly Placement[]): number {
  const { cells, needs } = objectiveOf(objective);
  if (!cells.length) {
    const seen = symbolsOf(area);
    return Math.min(
      ...Object.entries(needs).map(([sign, count]) => Math.floor(seen[sign as Sign] / count!)),
    );
  }
  const lying = new Map(area.map((card) => [keyOf(card), cardOf(card.card).kingdom]));
  const [first] = cells;
  const patterns = area.flatMap((card) => {
    const keys = cells.map(({ x, y }) =>
      keyOf({ x: card.x + x - first!.x, y: card.y + y - first!.y }),
    );
    return cells.every(({ kingdom }, n) => lying.get(keys[n]!) === kingdom) ? [keys] : [];
  });
  return mostDisjoint(patterns);
}

/** The most patterns that share no card: the first one is taken, or left out for those it touches. */
function mostDisjoint(patterns: readonly string[][]): number {
  const [first, ...rest] = patterns;
  if (!first) return 0;
  const apart = rest.filter((one) => !one.some((key) => first.includes(key)));
  const taken = 1 + mostDisjoint(apart);
  return apart.length === rest.length ? taken : Math.max(taken, mostDisjoint(rest));
}
