import { expect, test } from "vitest";
import { stackTokens } from "./track";

const at = (points: number) => 20 * points;

test("tokens apart stand on the line", () => {
  expect(stackTokens([3, 9], at, 0).map((token) => token.lift)).toEqual([0, 0]);
});

test("tokens too close step up, and the viewer's own stays in front on the line", () => {
  expect(stackTokens([4, 4], at, 1)).toEqual([
    { seat: 0, x: 91, lift: 9 },
    { seat: 1, x: 80, lift: 0 },
  ]);
  const tokens = stackTokens([4, 4, 4], at, 1);
  expect(tokens.at(-1)).toEqual({ seat: 1, x: 80, lift: 0 });
  expect(tokens.map((token) => token.lift).sort((a, b) => a - b)).toEqual([0, 9, 9]);
});

test("four in one place all show, and stay on the track's panel", () => {
  const tokens = stackTokens([0, 0, 0, 0], at, 2);
  expect(new Set(tokens.map(({ x, lift }) => `${x} ${lift}`)).size).toBe(4);
  expect(Math.max(...tokens.map(({ lift }) => lift))).toBeLessThanOrEqual(16);
});
