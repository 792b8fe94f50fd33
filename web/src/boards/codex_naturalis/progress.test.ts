import { expect, test } from "vitest";
import type { Sign } from "./kingdoms";
import { progressOf } from "./progress";
import type { Placement } from "./view";

const none: Record<Sign, number> = {
  fungi: 0,
  plant: 0,
  animal: 0,
  insect: 0,
  quill: 0,
  inkwell: 0,
  manuscript: 0,
};
const put = (card: number, x: number, y: number): Placement => ({ card, side: "front", x, y });

test("a set is counted up to the next one", () => {
  expect(progressOf(95, [], { ...none, fungi: 2 })).toEqual({ done: 2, of: 3 });
  expect(progressOf(95, [], { ...none, fungi: 4 })).toEqual({ done: 1, of: 3 });
  expect(progressOf(99, [], { ...none, quill: 2, inkwell: 1 })).toEqual({ done: 2, of: 3 });
});

test("of a pattern the best beginning is counted", () => {
  const area = [put(81, 0, 0), put(1, 1, 1), put(2, 2, 2)];
  expect(progressOf(87, area, none)).toEqual({ done: 2, of: 3 });
  expect(progressOf(88, area, none)).toEqual({ done: 0, of: 3 });
});

test("a place taken by another kingdom spoils a beginning", () => {
  const area = [put(11, 0, 0), put(1, 1, 1), put(12, 2, 2)];
  expect(progressOf(87, area, none).done).toBe(0);
});

test("cards of a finished pattern do not count for the next", () => {
  const area = [put(1, 1, 1), put(2, 2, 2), put(3, 3, 3)];
  expect(
    progressOf(87, area, none, [
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ]).done,
  ).toBe(0);
});
