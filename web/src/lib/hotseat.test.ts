// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { HotSeat, nextHolder } from "./hotseat.svelte";
import type { Match } from "./match.svelte";

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

test("it does not go to somebody who has given up", () => {
  vi.useFakeTimers();
  const match = {
    position: { movers: [0] },
    sending: null,
    isOver: false,
    seats: [0, 1],
    playing: [1],
  };
  const hot = new HotSeat(match as unknown as Match);
  hot.follow();
  vi.runAllTimers();
  expect(hot.curtain).toBeNull();
  Object.assign(match, { playing: [0, 1] });
  hot.follow();
  vi.runAllTimers();
  expect(hot.curtain).toEqual({ seat: 0 });
  vi.useRealTimers();
});
