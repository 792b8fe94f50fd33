import { expect, test } from "vitest";
import { ghostsOf, othersOf } from "./preview";
import type { BoardProps } from "../contract";
import { drawingsOf } from "./tiles";
import type { View } from "./view";

const view = {
  living_room: ["CBT"],
  seats: [{ bookshelf: ["....T", "....C", "G...C"] }, { bookshelf: [".....", ".....", "....."] }],
} as unknown as View;
const drawings = drawingsOf(view, []);

test("chosen tiles would lie on what lies there, in the order of taking, drawn as they are", () => {
  const ghosts = ghostsOf(
    view,
    0,
    {
      take: [
        [0, 2],
        [0, 1],
      ],
      column: 0,
    },
    drawings,
  );
  expect(ghosts.map(({ at, letter }) => [at, letter])).toEqual([
    [[1, 0], "T"],
    [[0, 0], "B"],
  ]);
  expect(ghosts.map(({ drawing }) => drawing)).toEqual([
    drawings.room[0]![2],
    drawings.room[0]![1],
  ]);
});

test("without a column, or without room in it, nothing is shown", () => {
  expect(ghostsOf(view, 0, { take: [[0, 0]] }, drawings)).toEqual([]);
  expect(ghostsOf(view, 0, { take: [[0, 0]], column: 4 }, drawings)).toEqual([]);
  expect(ghostsOf(view, 0, undefined, drawings)).toEqual([]);
});

test("one's own choice is not among those of the others", () => {
  const props = { seat: 0, selecting: { 0: { take: [[0, 0]] }, 1: { take: [[0, 2]] }, 2: {} } };
  expect(othersOf(props as unknown as BoardProps, ["A", "B"])).toEqual([
    { seat: 1, initial: "B", cells: [[0, 2]] },
  ]);
});
