/** Where cards lie on the page: the overlap of corners, fitting, zooming and panning. */

/** A card is 3 : 2; its corners overlap exactly when the steps are these shares of width and height. */
export const STEP_X = 0.78;
export const STEP_Y = 0.67;
export const RATIO = 2 / 3;

/** The widths, in px, between which a card may be shown. */
const WIDEST = 300;
const NARROWEST = 26;

export type Detail = "full" | "less" | "least";

export interface Spot {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How the area is looked at: a card's width, and where the middle of the starter card lies. */
export interface Look {
  card: number;
  x: number;
  y: number;
}

/** Say how much of a card is drawn at a width. */
export function detailAt(width: number): Detail {
  if (width >= 88) return "full";
  return width >= 44 ? "less" : "least";
}

/** Give the box of a card at a position, seen from the middle of the starter card; y goes upwards. */
export function cardBox(x: number, y: number, width: number): Box {
  const height = width * RATIO;
  const left = x * STEP_X * width - width / 2;
  const top = -y * STEP_Y * height - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}

/** Give the box round all positions. */
export function patternBounds(spots: readonly Spot[], width: number): Box {
  const boxes = spots.map((spot) => cardBox(spot.x, spot.y, width));
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** Choose the largest look that shows all positions with a margin, within two widths. */
export function fit(
  spots: readonly Spot[],
  frame: Size,
  margin: number,
  least = NARROWEST,
  most = WIDEST,
): Look {
  const unit = patternBounds(spots.length ? spots : [{ x: 0, y: 0 }], 1);
  const wide = (frame.width - 2 * margin) / (unit.right - unit.left);
  const high = (frame.height - 2 * margin) / (unit.bottom - unit.top);
  const card = Math.max(least, Math.min(most, wide, high));
  return {
    card,
    x: frame.width / 2 - ((unit.left + unit.right) / 2) * card,
    y: frame.height / 2 - ((unit.top + unit.bottom) / 2) * card,
  };
}

/** Look at the area with one position in the middle of the frame. */
export function centre(spot: Spot, card: number, frame: Size): Look {
  const box = cardBox(spot.x, spot.y, card);
  return {
    card,
    x: frame.width / 2 - (box.left + box.right) / 2,
    y: frame.height / 2 - (box.top + box.bottom) / 2,
  };
}

/** Zoom by a factor; the point under the pointer stays where it is. */
export function zoom(look: Look, factor: number, at: Spot, least = NARROWEST, most = WIDEST): Look {
  const card = Math.max(least, Math.min(most, look.card * factor));
  const real = card / look.card;
  return { card, x: at.x + (look.x - at.x) * real, y: at.y + (look.y - at.y) * real };
}

/** Keep at least two thirds of what would fit in sight: panning stops where a third would leave. */
export function hold(look: Look, spots: readonly Spot[], frame: Size): Look {
  const bounds = patternBounds(spots.length ? spots : [{ x: 0, y: 0 }], look.card);
  const [x, y] = [
    held(look.x, bounds.left, bounds.right, frame.width),
    held(look.y, bounds.top, bounds.bottom, frame.height),
  ];
  return { card: look.card, x, y };
}

function held(at: number, from: number, to: number, frame: number): number {
  const seen = Math.min(to - from, frame) * (2 / 3);
  const low = seen - to;
  const high = frame - seen - from;
  return Math.max(Math.min(low, high), Math.min(Math.max(low, high), at));
}

/** Find the position nearest to a point (the middle of a held card), within 0.6 of a width. */
export function nearest(spots: readonly Spot[], point: Spot, look: Look): Spot | null {
  let best: Spot | null = null;
  let least = 0.6 * look.card;
  for (const spot of spots) {
    const box = cardBox(spot.x, spot.y, look.card);
    const dx = look.x + (box.left + box.right) / 2 - point.x;
    const dy = look.y + (box.top + box.bottom) / 2 - point.y;
    const far = Math.hypot(dx, dy);
    if (far <= least) {
      least = far;
      best = spot;
    }
  }
  return best;
}

/** Put positions into reading order: the top row first, each row from left to right. */
export function inReadingOrder<T extends Spot>(spots: readonly T[]): T[] {
  return [...spots].sort((a, b) => b.y - a.y || a.x - b.x);
}

export function isSame(a: Spot | null, b: Spot | null): boolean {
  return !!a && !!b && a.x === b.x && a.y === b.y;
}

/** Move the look as little as needed to have a position inside the frame. */
export function reveal(look: Look, spot: Spot, frame: Size, margin: number): Look {
  const box = cardBox(spot.x, spot.y, look.card);
  return {
    card: look.card,
    x: inside(look.x, box.left, box.right, frame.width, margin),
    y: inside(look.y, box.top, box.bottom, frame.height, margin),
  };
}

function inside(at: number, from: number, to: number, frame: number, margin: number): number {
  if (at + from < margin) return margin - from;
  if (at + to > frame - margin) return frame - margin - to;
  return at;
}

/** Give the position under a point: where cards overlap, the one whose middle is nearest. */
export function spotAt(point: Spot, look: Look): Spot | null {
  const u = (point.x - look.x) / (STEP_X * look.card);
  const v = -(point.y - look.y) / (STEP_Y * RATIO * look.card);
  let best: Spot | null = null;
  let least = Infinity;
  for (let x = Math.floor(u) - 1; x <= Math.ceil(u) + 1; x++) {
    for (let y = Math.floor(v) - 1; y <= Math.ceil(v) + 1; y++) {
      if ((x + y) % 2) continue;
      const far = Math.hypot((u - x) * STEP_X, (v - y) * STEP_Y * RATIO);
      if (far < least) [least, best] = [far, { x, y }];
    }
  }
  return least < 0.5 ? best : null;
}

/** Waste no room: what fits stands in the middle, what does not shows no emptiness at its edges. */
export function fill(look: Look, spots: readonly Spot[], frame: Size, margin: number): Look {
  const bounds = patternBounds(spots.length ? spots : [{ x: 0, y: 0 }], look.card);
  return {
    card: look.card,
    x: filled(look.x, bounds.left, bounds.right, frame.width, margin),
    y: filled(look.y, bounds.top, bounds.bottom, frame.height, margin),
  };
}

function filled(at: number, from: number, to: number, frame: number, margin: number): number {
  if (to - from <= frame - 2 * margin) return (frame - from - to) / 2;
  return Math.max(frame - margin - to, Math.min(margin - from, at));
}

/** The place and size of a position as a style, seen from the middle of the starter card. */
export function placeStyle(spot: Spot, width: number): string {
  const { left, top } = cardBox(spot.x, spot.y, width);
  return `left:${left}px;top:${top}px;width:${width}px;height:${width * RATIO}px`;
}

/** How far a spray reaches from its corner of the page. */
export const SPRAY = 102;

/** How large the sprays in the corners of a page are: on a small one they do not run together. */
export function sprayScale(width: number, height: number): number {
  return Math.min(1, Math.max(0, Math.min(width, height) / 2 - 6) / SPRAY);
}
