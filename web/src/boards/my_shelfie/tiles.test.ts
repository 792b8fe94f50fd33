import { expect, test } from "vitest";
import frame from "../../../dev/frames/my_shelfie/three_middle.json";
import { drawingAt, drawingFor, drawingsOf, isDetailed, landingCells, landings } from "./tiles";
import type { Happening } from "../../lib/protocol";
import type { Cell, View } from "./view";

const before = frame.props.view as unknown as View;
const after = frame.then.view as unknown as View;
const happened = frame.then.happened as unknown as Happening[];

test("small tiles show signs, and dense screens show drawings earlier", () => {
  expect(isDetailed(36, 1)).toBe(true);
  expect(isDetailed(32, 1)).toBe(false);
  expect(isDetailed(32, 2)).toBe(true);
  expect(isDetailed(18, 3)).toBe(false);
});

test("all three are chosen about equally", () => {
  const counts = [0, 0, 0, 0];
  for (let row = 0; row < 9; row += 1)
    for (let column = 0; column < 9; column += 1) counts[drawingFor(row, column, 4)]! += 1;
  expect(counts[0]).toBe(0);
  for (const count of counts.slice(1)) expect(count).toBeGreaterThan(15);
});

test("tiles of one kind side by side show different drawings", () => {
  for (let row = 0; row < 9; row += 1)
    for (let column = 0; column < 9; column += 1)
      for (const other of [
        [row + 1, column],
        [row, column + 1],
      ] as Cell[]) {
        expect(drawingAt("C", [row, column])).not.toBe(drawingAt("C", other));
        expect([1, 2, 3]).toContain(drawingAt("T", other));
      }
});

test("the tiles of the newest move lie on top of their column", () => {
  const found = landings(after, happened);
  expect(found).toHaveLength(1);
  const { seat, cells, letters, take } = found[0]!;
  expect(letters).toEqual(take.map(([r, c]) => before.living_room[r]![c]));
  expect(cells.map(([r, c]) => after.seats[seat]!.bookshelf[r]![c])).toEqual(letters);
  expect(cells.every(([r, c]) => before.seats[seat]!.bookshelf[r]![c] === ".")).toBe(true);
});

test("earlier moves into the same column lie below later ones", () => {
  const view = {
    seats: [{ bookshelf: [".....", ".....", ".....", "T....", "C....", "B...."] }],
  } as unknown as View;
  const line = (ply: number, cells: Cell[]) =>
    ({
      ply,
      kind: "move",
      text: "",
      seat: 0,
      move: { take: cells, column: 0 },
      by_bot: false,
    }) as Happening;
  const found = landings(view, [
    line(1, [[1, 1]]),
    line(2, [
      [2, 2],
      [2, 3],
    ]),
  ]);
  expect(found.map((one) => one.letters.join(""))).toEqual(["B", "CT"]);
  const undone = { ...line(3, []), kind: "undo", text: "undo 1", move: null } as Happening;
  expect(landings(view, [line(1, [[1, 1]]), line(2, [[2, 2]]), undone])).toHaveLength(1);
});

test("a tile keeps its drawing while it moves, and later for everybody", () => {
  const history = frame.then.history as unknown as Happening[];
  const old = drawingsOf(before, frame.props.history as unknown as Happening[]);
  const now = drawingsOf(after, history);
  const { seat, cells, take } = landings(after, happened)[0]!;
  cells.forEach(([r, c], n) => {
    const [row, column] = take[n]!;
    expect(now.shelves[seat]![r]![c]).toBe(old.room[row]![column]);
  });
  expect(now.room[4]).toEqual(old.room[4]);
  const laterOn = [
    ...history,
    { ply: 99, kind: "deal", text: "refill", seat: null, move: null, by_bot: false },
  ];
  expect(drawingsOf(structuredClone(after), laterOn as Happening[])).toEqual(now);
});

test("tiles land on what lies there, the first one lowest", () => {
  expect(landingCells([".....", ".....", "C...."], 0, 2)).toEqual([
    [1, 0],
    [0, 0],
  ]);
  expect(landingCells([".....", ".....", "C...."], 3, 1)).toEqual([[2, 3]]);
});
