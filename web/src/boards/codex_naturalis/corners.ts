/** Which corners of a card in a play area are still open. */

import { cardOf } from "./cards";
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
  const at = area.findIndex((one) => one.card === card.card);
  const face = cardOf(card.card)[card.side];
  return CORNERS.filter((_, n) => {
    if (face.corners[n] === "hidden") return false;
    const [dx, dy] = STEPS[n]!;
    return !area.some((one, later) => later > at && one.x === card.x + dx && one.y === card.y + dy);
  });
}
