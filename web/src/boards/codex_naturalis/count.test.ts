import { expect, test } from "vitest";
import four from "../../../dev/frames/codex_naturalis/four.json";
import middle from "../../../dev/frames/codex_naturalis/middle.json";
import over from "../../../dev/frames/codex_naturalis/over.json";
import { emptySheet, partsOf, totalOf } from "./calculator";
import { isAllowed, placesIn, pointsOfLast, symbolsOf, timesOf, trackOf } from "./count";
import type { Placement, Standing, View } from "./view";

const FRAMES = [four, middle, over].map((frame) => ({
  view: frame.props.view as unknown as View,
  standing: frame.props.standing as unknown as Standing[],
}));

test("symbols, points and objectives are those that the rules count in real matches", () => {
  let patterns = 0;
  for (const { view, standing } of FRAMES)
    view.seats.forEach((seat, n) => {
      expect(symbolsOf(seat.play_area)).toEqual(seat.symbols);
      expect(trackOf(seat.play_area)).toBe(seat.points);
      for (const { objective, fulfilled } of standing[n]!.objectives) {
        expect(timesOf(objective, seat.play_area), `${objective}`).toBe(fulfilled);
        patterns += fulfilled;
      }
    });
  expect(patterns).toBeGreaterThan(3);
});

test("cards lie where real matches laid them, and were allowed there", () => {
  for (const { view } of FRAMES)
    for (const { play_area } of view.seats)
      play_area.slice(1).forEach(({ card, side, x, y }, n) => {
        const before = play_area.slice(0, n + 1);
        expect(placesIn(before)).toContainEqual({ x, y });
        expect(isAllowed(card as number, side, before)).toBe(true);
      });
});

test("a hidden corner takes no card, and a taken place is not offered", () => {
  const area: Placement[] = [
    { card: 81, side: "back", x: 0, y: 0 },
    { card: 1, side: "front", x: 1, y: 1 }, // its lower right corner is hidden
  ];
  expect(placesIn(area)).not.toContainEqual({ x: 2, y: 0 });
  expect(placesIn(area)).not.toContainEqual({ x: 1, y: 1 });
  expect(pointsOfLast(area)).toBe(0);
});

test("a sheet adds up its parts; points may be entered instead", () => {
  const { view, standing } = FRAMES[2]!;
  const seat = view.seats[0]!;
  const chosen = standing[0]!.objectives.map((one) => one.objective);
  const sheet = { ...emptySheet(), area: seat.play_area, chosen };
  expect(totalOf(sheet)).toBe(standing[0]!.points.total);
  expect(partsOf(sheet).map((one) => one.points)).toEqual([10, 3, 0, 0]);
  const entered = { track: 21, objectives: [{ each: 3, times: 2 }] };
  expect(totalOf({ ...sheet, way: "enter", entered })).toBe(27);
});
