// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { nextHolder } from "./hotseat.svelte";

test("the device goes to the seat that is to move", () => {
  expect(nextHolder([0, 1], [0], null)).toBe(0);
  expect(nextHolder([0, 1], [1], 0)).toBe(1);
  expect(nextHolder([0, 1], [1], 1)).toBeNull();
});

test("it stays where it is while a bot moves, and while its holder may move too", () => {
  expect(nextHolder([0, 1], [2], 0)).toBeNull();
  expect(nextHolder([0, 1, 2], [1, 2], 2)).toBeNull();
  expect(nextHolder([0, 1], [], 0)).toBeNull();
});
