import { expect, test } from "vitest";
import { suggestName } from "./names";

test("a suggested name is short, and differs", () => {
  const names = Array.from({ length: 100 }, (_, i) => suggestName(() => i / 100));
  expect(new Set(names).size).toBeGreaterThan(40);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(20);
});
