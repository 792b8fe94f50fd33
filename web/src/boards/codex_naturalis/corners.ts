/** Which corners of a card in a play area are still open. */

import { cardOf } from "./cards";
import type { Sign } from "./kingdoms";
import type { Placement } from "./view";

export const CORNERS = ["top_left", "top_right", "bottom_left", "bottom_right"] as const;
export type CornerName = (typeof CORNERS)[number];

const STEPS: readonly [number, number][] = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
];

/** List the visible corners that no later card lies upon. */
export function openCorners(card: Placement, area: readonly Placement[]): CornerName[] {
  const at = area.findIndex((one) => one.x === card.x && one.y === card.y);
  const face = cardOf(card.card)[card.side];
  return CORNERS.filter((_, n) => {
    if (face.corners[n] === "hidden") return false;
    const [dx, dy] = STEPS[n]!;
    return !area.some((one, later) => later > at && one.x === card.x + dx && one.y === card.y + dy);
  });
}

/** The symbols that a card of an area covers, by the corner of that card which lies upon each. */
export function coveredSymbols(
  card: Placement,
  area: readonly Placement[],
): { corner: CornerName; symbol: Sign }[] {
  const at = area.findIndex((one) => one.x === card.x && one.y === card.y);
  return CORNERS.flatMap((corner, n) => {
    const [dx, dy] = STEPS[n]!;
    const below = area.find(
      (one, sooner) => sooner < at && one.x === card.x + dx && one.y === card.y + dy,
    );
    const symbol = below && cardOf(below.card)[below.side].corners[3 - n];
    return symbol && symbol !== "empty" && symbol !== "hidden" ? [{ corner, symbol }] : [];
  });
}
