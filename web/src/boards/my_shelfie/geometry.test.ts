import { expect, test } from "vitest";
import two from "../../../dev/frames/my_shelfie/two_start.json";
import four from "../../../dev/frames/my_shelfie/four_start.json";
import {
  cellsOf,
  columnLeft,
  layout,
  outline,
  rowTop,
  rugPath,
  SHELF,
  shelfCell,
  windowOf,
} from "./geometry";
import type { Size } from "../contract";

test("with two players only rows and columns 1 to 7 are shown", () => {
  expect(windowOf(two.props.view.living_room)).toEqual({ row: 1, column: 1, span: 7 });
  expect(windowOf(four.props.view.living_room)).toEqual({ row: 0, column: 0, span: 9 });
});

test("the rug has a square for every cell in play", () => {
  const count = (room: string[]) => rugPath(room, windowOf(room)).match(/M/g)!.length;
  expect(count(two.props.view.living_room)).toBe(29);
  expect(count(four.props.view.living_room)).toBe(45);
});

test("the measures of a bookshelf add up", () => {
  expect(columnLeft(5) - SHELF.post + SHELF.wall).toBeCloseTo(SHELF.width);
  expect(rowTop(6) + SHELF.foot).toBeCloseTo(SHELF.height);
  expect(shelfCell([5, 4], 10).left + 10 + 1.6).toBeCloseTo(56.4);
});

test("an outline runs around a group, not through it", () => {
  expect(outline([[0, 0]]).match(/M/g)).toHaveLength(4);
  expect(
    outline([
      [0, 0],
      [0, 1],
      [1, 1],
    ]).match(/M/g),
  ).toHaveLength(8);
});

test("cells fill the living room but for its margin", () => {
  const { margin, cell } = cellsOf(588, 9);
  expect(2 * margin + 9 * cell).toBeCloseTo(588);
});

const SCREENS: [Size, number, number][] = [
  ["phone", 390, 796],
  ["phone", 360, 592],
  ["phone", 412, 860],
  ["tablet", 820, 1124],
  ["tablet", 768, 964],
  ["desktop", 1440, 840],
  ["desktop", 1280, 660],
  ["desktop", 1920, 1020],
  ["desktop", 1100, 700],
  ["landscape", 844, 346],
];

test.each(SCREENS)("everything fits a %s of %i by %i", (size, width, height) => {
  for (const rivals of [1, 2, 3]) {
    const fit = layout(width, height, size, rivals);
    const shelf = { width: 5.84 * fit.shelf, height: SHELF.height * fit.shelf };
    expect(fit.shelf).toBeGreaterThanOrEqual(16);
    if (size === "desktop") {
      expect(40 + 268 + 142 + 54 + fit.room + shelf.width).toBeLessThanOrEqual(width + 1);
      expect(16 + 16 + 18 + 138 + fit.room + fit.caption).toBeLessThanOrEqual(height + 1);
      expect(86 + fit.air + shelf.height).toBeLessThanOrEqual(fit.room + fit.caption + 1);
    } else if (size === "tablet") {
      expect(16 + fit.room + 12 + 86 + shelf.height + 12 + 84).toBeLessThanOrEqual(height);
      expect(fit.room + 16 + 236 + 32).toBeLessThanOrEqual(width);
    } else if (size === "phone") {
      expect(fit.room + 12).toBeLessThanOrEqual(width);
      expect(46 + fit.room + 28 + shelf.height + 76 + 18).toBeLessThanOrEqual(height);
    } else {
      expect(fit.room + shelf.width + 170).toBeLessThanOrEqual(width);
      expect(fit.room).toBeLessThanOrEqual(height);
    }
  }
});

test("who watches on a low screen sees the whole living room and, where there is room, all names", () => {
  for (const whole of [318, 236]) {
    const fit = layout(760, whole + 72, "landscape", 2, whole);
    expect(fit.room + 12).toBeLessThanOrEqual(whole);
    expect(fit.stacked).toBe(whole > 300);
    expect(760 - fit.room - 5.84 * fit.shelf).toBeGreaterThan(fit.stacked ? 229 : 189);
  }
});

test("the mock-up's measures come out on its screens", () => {
  expect(layout(1440, 840, "desktop", 2).room).toBeCloseTo(586, 0);
  expect(layout(390, 796, "phone", 2).room).toBe(378);
  expect(layout(820, 1124, "tablet", 2).room).toBe(536);
});

test("beside the moves of a replay the living room is as large as in play", () => {
  for (const rivals of [1, 2, 3]) {
    const fit = layout(1120, 690 + 156, "desktop", rivals, 690);
    expect(fit.room).toBeGreaterThan(0.98 * layout(1440, 840, "desktop", rivals).room);
    expect(fit.below).toBe(true);
    expect(24 + 28 + 142 + fit.room + 5.84 * fit.shelf).toBeLessThanOrEqual(1121);
    expect(24 + fit.room + fit.caption).toBeLessThanOrEqual(690);
  }
});
