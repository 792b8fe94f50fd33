import { expect, test } from "vitest";
import { isTake, move, partners, putBack, reorder, step } from "./choosing";
import type { Cell } from "./view";

const TAKES: Cell[][] = [
  [[2, 4]],
  [[2, 5]],
  [[2, 6]],
  [[3, 4]],
  [
    [2, 4],
    [2, 5],
  ],
  [
    [2, 5],
    [2, 6],
  ],
  [
    [2, 4],
    [3, 4],
  ],
  [
    [2, 4],
    [2, 5],
    [2, 6],
  ],
];

test("at first every tile that may be taken alone can be chosen", () => {
  expect(partners(TAKES, [])).toEqual([
    [2, 4],
    [2, 5],
    [2, 6],
    [3, 4],
  ]);
});

test("a tap extends the line on both sides, but never skips a tile", () => {
  expect(partners(TAKES, [[2, 5]])).toEqual([
    [2, 4],
    [2, 6],
  ]);
  expect(partners(TAKES, [[2, 6]])).toEqual([[2, 5]]);
  expect(
    partners(TAKES, [
      [2, 5],
      [2, 4],
    ]),
  ).toEqual([[2, 6]]);
});

test("three is the most", () => {
  expect(
    partners(TAKES, [
      [2, 5],
      [2, 4],
      [2, 6],
    ]),
  ).toEqual([]);
});

test("the order of taking does not matter for what may be taken", () => {
  expect(
    isTake(TAKES, [
      [2, 6],
      [2, 4],
      [2, 5],
    ]),
  ).toBe(true);
  expect(
    isTake(TAKES, [
      [2, 6],
      [2, 4],
    ]),
  ).toBe(false);
});

test("an outer tile goes back alone", () => {
  expect(
    putBack(
      TAKES,
      [
        [2, 5],
        [2, 4],
        [2, 6],
      ],
      [2, 4],
    ),
  ).toEqual([
    [2, 5],
    [2, 6],
  ]);
});

test("the middle one takes the one chosen last with it", () => {
  expect(
    putBack(
      TAKES,
      [
        [2, 6],
        [2, 5],
        [2, 4],
      ],
      [2, 5],
    ),
  ).toEqual([[2, 6]]);
});

test("a tile is moved within the order", () => {
  expect(move(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(move(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});

test("reordering visits every order once and comes back", () => {
  for (const [line, orders] of [
    [
      [
        [2, 4],
        [2, 5],
      ],
      2,
    ],
    [
      [
        [2, 4],
        [2, 5],
        [2, 6],
      ],
      6,
    ],
  ] as [Cell[], number][]) {
    const seen = new Set<string>();
    let taken: readonly Cell[] = line;
    for (let n = 0; n < orders; n += 1) {
      seen.add(JSON.stringify(taken));
      taken = reorder(taken);
    }
    expect(seen.size).toBe(orders);
    expect(taken).toEqual(line);
  }
  expect(reorder([[2, 4]])).toEqual([[2, 4]]);
});

test("arrows pass over what is not in play and stop at the edge", () => {
  const room = ["..  .", ".   ."];
  expect(step(room, [0, 1], 0, 1)).toEqual([0, 4]);
  expect(step(room, [0, 1], 1, 0)).toEqual([0, 1]);
  expect(step(room, [0, 0], 0, -1)).toEqual([0, 0]);
});
