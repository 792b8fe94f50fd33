/** A personal goal as the rows of a bookshelf, for its picture. */
import { COLUMNS, ROWS } from "./geometry";
import type { Cell, Standing } from "./view";

export function drawPersonal(goal: NonNullable<Standing["personal_goal"]>): {
  rows: string[];
  matched: Cell[];
} {
  const tileAt = (r: number, c: number) =>
    goal.cells.find(({ row, column }) => row === r && column === c)?.tile ?? ".";
  return {
    rows: Array.from({ length: ROWS }, (_, r) =>
      Array.from({ length: COLUMNS }, (_, c) => tileAt(r, c)).join(""),
    ),
    matched: goal.cells
      .filter((cell) => cell.matched)
      .map(({ row, column }): Cell => [row, column]),
  };
}
