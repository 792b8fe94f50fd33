import { expect, test } from "vitest";
import type { PastMatch } from "./api";
import { bestsOf } from "./bests";

const past = (
  match: string,
  rival: string,
  total: number,
  rank: number,
  game = "g",
): PastMatch => ({
  match,
  game,
  status: "final",
  players: ["Ada", rival],
  seat: 0,
  at: 0,
  rank,
  totals: [],
  scores: { total },
});

test("the best so far is of the same game, before this match; the score with a rival includes it", () => {
  const all = [
    past("now", "Bo", 40, 1),
    past("b", "Bo", 38, 2),
    past("c", "Cy", 35, 1),
    past("d", "Bo", 99, 1, "other"),
  ];
  expect(bestsOf(all, "now")).toEqual({ best: 38, won: 1, lost: 1 });
  expect(bestsOf([past("now", "Bo", 3, 1)], "now")).toEqual({ best: null, won: 1, lost: 0 });
  expect(bestsOf([], "now")).toEqual({ best: null, won: 0, lost: 0 });
});
