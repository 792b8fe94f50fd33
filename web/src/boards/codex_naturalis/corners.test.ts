import { expect, test } from "vitest";
import { coveredSymbols, openCorners } from "./corners";
import { cardOf } from "./cards";
import type { Placement } from "./view";

test("a corner is open when it is visible and no later card lies on it", () => {
  const area: Placement[] = [
    { card: 81, side: "front", x: 0, y: 0 },
    { card: 5, side: "front", x: 1, y: 1 },
  ];
  expect(openCorners(area[0]!, area)).toEqual(["top_left", "bottom_left", "bottom_right"]);
  expect(openCorners(area[1]!, area)).toEqual(["top_right", "bottom_left", "bottom_right"]);
});

test("a card covers the symbols of earlier cards below its corners, and nothing else", () => {
  const area: Placement[] = [
    { card: 81, side: "front", x: 0, y: 0 },
    { card: 5, side: "front", x: 1, y: 1 },
    { card: 6, side: "back", x: 2, y: 0 },
  ];
  const below = cardOf(81).front.corners[1]!;
  const seen =
    below === "empty" || below === "hidden" ? [] : [{ corner: "bottom_left", symbol: below }];
  expect(coveredSymbols(area[1]!, area)).toEqual(seen);
  expect(coveredSymbols(area[2]!, area)).toEqual([
    { corner: "top_left", symbol: cardOf(5).front.corners[3] },
  ]);
  expect(coveredSymbols(area[0]!, area)).toEqual([]);
});
