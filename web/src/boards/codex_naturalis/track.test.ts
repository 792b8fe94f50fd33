import { expect, test } from "vitest";
import { stackTokens } from "./track";

const at = (points: number) => 20 * points;

test("tokens apart stand on the line", () => {
  expect(stackTokens([3, 9], at, 0).map((token) => token.lift)).toEqual([0, 0]);
});

test("tokens too close step up, and the viewer's own stays in front on the line", () => {
  const tokens = stackTokens([4, 4, 4], at, 1);
  expect(tokens.at(-1)).toEqual({ seat: 1, x: 80, lift: 0 });
  expect(tokens.map((token) => token.lift).sort((a, b) => a - b)).toEqual([0, 9, 18]);
});
