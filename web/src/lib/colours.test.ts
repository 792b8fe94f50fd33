import { expect, test } from "vitest";
import { contrast, far } from "./colours";

test("the distance is CIEDE2000", () => {
  expect(far([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
  expect(far([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619])).toBeCloseTo(2.0373, 3);
});

test("black on white has the highest contrast", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
});
