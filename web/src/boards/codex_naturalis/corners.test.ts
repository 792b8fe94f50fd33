import { expect, test } from "vitest";
import { openCorners } from "./corners";
import type { Placement } from "./view";

test("a corner is open when it is visible and no later card lies on it", () => {
  const area: Placement[] = [
    { card: 81, side: "front", x: 0, y: 0 },
    { card: 5, side: "front", x: 1, y: 1 },
  ];
  expect(openCorners(area[0]!, area)).toEqual(["top_left", "bottom_left", "bottom_right"]);
  expect(openCorners(area[1]!, area)).toEqual(["top_right", "bottom_left", "bottom_right"]);
});
