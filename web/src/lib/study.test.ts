// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MatchAnalysis } from "../protocol/http";
import { Problem } from "./api";
import { Study } from "./study.svelte";

const answer = (state: MatchAnalysis["state"], judged = 0): MatchAnalysis => ({
  match: "m",
  state,
  of: 2,
  mine: [],
  judged: Array.from({ length: judged }, (_, n) => ({
    ply: n,
    seat: 0,
    text: "",
    mark: "good",
    win: 0.5,
    better: null,
    better_move: null,
    win_lost: 0,
    changes: [],
    points_lost: 0,
    chances: [0.5, 0.5],
    error: 0,
    reasons: [],
  })),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function study(answers: MatchAnalysis[], refuse?: Problem) {
  const asks = {
    analysis: vi.fn(async () => answers.shift() ?? answer("done", 2)),
    analyse: vi.fn(async () => {
      if (refuse) throw refuse;
      return answer("under_way");
    }),
  };
  const refused = vi.fn();
  return { asks, refused, study: new Study("m", asks, refused, 100) };
}

test("what is known already is there at once, and nothing is begun", async () => {
  const { asks, study: one } = study([answer("done", 2)]);
  await one.look();
  expect(one.isDone && one.hasLines).toBe(true);
  await one.begin();
  expect(asks.analyse).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asks.analysis).toHaveBeenCalledTimes(1);
});

test("what is begun is followed until it is done", async () => {
  const { asks, study: one } = study([answer("none"), answer("under_way", 1)]);
  await one.look();
  expect(one.isUnderWay).toBe(false);
  await one.begin();
  expect(one.isUnderWay).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(one.now?.judged.length).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(one.isDone).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asks.analysis).toHaveBeenCalledTimes(3);
});

test("a refusal is told, and one may ask again", async () => {
  const { refused, study: one } = study([], new Problem(503, "busy", "Too much is going on."));
  await one.begin();
  expect(refused).toHaveBeenCalledWith("Too much is going on.");
  expect(one.isUnderWay).toBe(false);
});

test("nobody asks any more after leaving", async () => {
  const { asks, study: one } = study([answer("under_way")]);
  await one.look();
  one.leave();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asks.analysis).toHaveBeenCalledTimes(1);
});
