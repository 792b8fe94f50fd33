import { expect, test } from "vitest";
import { course, pendingPoints, type Flight, hiddenCells, rainOf } from "./flights";

const box = (left: number, top: number, side: number) => ({ left, top, width: side, height: side });
const tile: Flight = {
  id: 1,
  from: box(0, 0, 40),
  to: box(200, 300, 60),
  delay: 0,
  tile: { seat: 2, cell: "3,1", letter: "T", drawing: 1, row: 3 },
};

test("a tile starts where it lay and ends where it belongs", () => {
  const { frames } = course(tile);
  expect(frames[0]!.transform).toBe(`translate(-210px, -310px) scale(${40 / 60})`);
  expect(frames.at(-1)!.transform).toBe("scale(1)");
  const small = course({ ...tile, to: box(200, 300, 8) }).frames;
  expect(small[0]!.transform).toContain("scale(1)");
  expect(small.at(-1)!.transform).toBe("scale(0.2)");
});

test("a tile falls longer into a lower row", () => {
  const lower = { ...tile, tile: { ...tile.tile!, row: 5 } };
  expect(course(lower).duration - course(tile).duration).toBe(80);
});

test("a cell stays empty while its tile is on its way", () => {
  expect(hiddenCells([tile], 2)).toEqual(new Set(["3,1"]));
  expect(hiddenCells([tile], 1).size).toBe(0);
});

test("only newly dealt tiles rain, and all within 900 ms", () => {
  const after = Array.from({ length: 9 }, () => "CCCCCCCCC");
  const rain = rainOf(["C........", ...after.slice(1).map(() => ".........")], after);
  expect(rain.has("0,0")).toBe(false);
  expect(rain.size).toBe(80);
  expect(Math.max(...rain.values()) + 350).toBeLessThanOrEqual(900);
});

test("points count once they have arrived", () => {
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const flights = [
    { id: 1, from: box, to: box, delay: 0, points: 3, seat: 1 },
    { id: 2, from: box, to: box, delay: 0, token: 8 },
  ];
  expect(pendingPoints(flights, 1)).toBe(3);
  expect(pendingPoints(flights, 0)).toBe(0);
  expect(pendingPoints(flights.slice(1), 1)).toBe(0);
});
