import { expect, test } from "vitest";
import {
  RATIO,
  SPRAY,
  STEP_X,
  STEP_Y,
  cardBox,
  centre,
  detailAt,
  fill,
  fit,
  hold,
  inReadingOrder,
  nearest,
  patternBounds,
  reveal,
  sprayScale,
  spotAt,
  zoom,
} from "./geometry";

const FRAME = { width: 800, height: 500 };
const AREA = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
  { x: 2, y: 0 },
  { x: -1, y: -1 },
];

test("a corner lies exactly over a corner", () => {
  const [low, high] = [cardBox(0, 0, 300), cardBox(1, 1, 300)];
  const corner = { width: low.right - high.left, height: high.bottom - low.top };
  expect(corner.width).toBeCloseTo(66);
  expect(corner.height).toBeCloseTo(66);
});

test("y grows upwards and a card is three by two", () => {
  const box = cardBox(0, 2, 90);
  expect(box.top).toBeLessThan(cardBox(0, 0, 90).top);
  expect((box.bottom - box.top) / (box.right - box.left)).toBeCloseTo(RATIO);
});

test("fitting shows every position inside the margin", () => {
  const look = fit(AREA, FRAME, 20);
  const bounds = patternBounds(AREA, look.card);
  expect(bounds.left + look.x).toBeGreaterThanOrEqual(19.9);
  expect(bounds.right + look.x).toBeLessThanOrEqual(780.1);
  expect(bounds.top + look.y).toBeGreaterThanOrEqual(19.9);
  expect(bounds.bottom + look.y).toBeLessThanOrEqual(480.1);
});

test("fitting one card does not make it larger than allowed", () => {
  expect(fit([{ x: 0, y: 0 }], FRAME, 20, 96, 168).card).toBe(168);
});

test("zooming keeps the point under the pointer where it is", () => {
  const at = { x: 300, y: 120 };
  const before = { card: 100, x: 400, y: 250 };
  const after = zoom(before, 1.5, at);
  expect((at.x - after.x) / after.card).toBeCloseTo((at.x - before.x) / before.card);
  expect((at.y - after.y) / after.card).toBeCloseTo((at.y - before.y) / before.card);
  expect(zoom(before, 100, at).card).toBe(300);
});

test("panning stops before the area has left", () => {
  const look = hold({ card: 100, x: 5000, y: -5000 }, AREA, FRAME);
  const bounds = patternBounds(AREA, 100);
  const seen = Math.min(800, bounds.right + look.x) - Math.max(0, bounds.left + look.x);
  expect(seen).toBeGreaterThanOrEqual(((bounds.right - bounds.left) * 2) / 3 - 1);
  expect(bounds.bottom + look.y).toBeGreaterThan(0);
});

test("what fits stands in the middle, and what does not shows no emptiness at its edge", () => {
  const look = fill({ card: 300, x: 0, y: 0 }, AREA, FRAME, 20);
  const bounds = patternBounds(AREA, 300);
  expect(bounds.left + look.x).toBeLessThanOrEqual(20);
  expect(bounds.right + look.x).toBeGreaterThanOrEqual(780);
  const small = fill({ card: 60, x: 9999, y: 0 }, AREA, FRAME, 20);
  const tiny = patternBounds(AREA, 60);
  expect((tiny.left + tiny.right) / 2 + small.x).toBeCloseTo(400);
});

test("a position is revealed with as little movement as needed", () => {
  const look = centre({ x: 0, y: 0 }, 100, FRAME);
  expect(reveal(look, { x: 1, y: 1 }, FRAME, 10)).toEqual(look);
  const moved = reveal(look, { x: 6, y: 0 }, FRAME, 10);
  expect(cardBox(6, 0, 100).right + moved.x).toBeCloseTo(790);
  expect(moved.y).toBe(look.y);
});

test("a dragged card snaps to a place within six tenths of its width", () => {
  const look = { card: 100, x: 400, y: 250 };
  const place = { x: 400 + STEP_X * 100, y: 250 - STEP_Y * 100 * RATIO };
  expect(nearest(AREA, { x: place.x + 30, y: place.y - 30 }, look)).toEqual({ x: 1, y: 1 });
  expect(nearest([{ x: 1, y: 1 }], { x: place.x + 61, y: place.y }, look)).toBeNull();
});

test("a tapped point names a position where both numbers are even or both odd", () => {
  const look = { card: 100, x: 400, y: 250 };
  expect(spotAt({ x: 400, y: 250 }, look)).toEqual({ x: 0, y: 0 });
  expect(spotAt({ x: 400 - STEP_X * 100, y: 250 + STEP_Y * 100 * RATIO }, look)).toEqual({
    x: -1,
    y: -1,
  });
});

test("places are read from the top row, each row from the left", () => {
  expect(inReadingOrder(AREA)).toEqual([
    { x: 1, y: 1 },
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: -1, y: -1 },
  ]);
});

test("small cards show less", () => {
  expect([120, 88, 87, 44, 43].map(detailAt)).toEqual(["full", "full", "less", "less", "least"]);
});

test("the sprays in the corners of a small page do not run together", () => {
  expect(sprayScale(848, 524)).toBe(1);
  for (const [width, height] of [
    [366, 125],
    [120, 300],
    [10, 8],
  ] as const)
    expect(2 * SPRAY * sprayScale(width, height)).toBeLessThanOrEqual(Math.min(width, height));
});
