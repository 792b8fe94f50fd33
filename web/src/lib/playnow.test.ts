import { expect, test } from "vitest";
import type { GameInfo } from "./api";
import { chosenFor, openingOf } from "./playnow";

const game: GameInfo = {
  id: "g",
  ratings: {},
  ratings_by_players: {},
  losses_by_players: {},
  version: 1,
  name: "G",
  players: [2, 3, 4],
  editions: {},
  options: [
    { key: "refill", values: ["few", "none"] },
    { key: "goals", values: [2, 1] },
  ],
};

test("without a choice the least players sit down, with the usual options", () => {
  expect(chosenFor(game, undefined)).toEqual({ seats: 2, options: {} });
  expect(openingOf(game, chosenFor(game, {}), "easy")).toEqual({
    game: "g",
    seats: 2,
    options: {},
    bots: ["easy"],
  });
});

test("what was chosen comes back, bots take all other seats", () => {
  const chosen = chosenFor(game, { seats: 4, options: { goals: 1 } });
  expect(openingOf(game, chosen, "hard")).toEqual({
    game: "g",
    seats: 4,
    options: { goals: 1 },
    bots: ["hard", "hard", "hard"],
  });
});

test("what the game does not offer is left out", () => {
  expect(chosenFor(game, { seats: 9, options: { goals: 7, refill: "none", old: 1 } })).toEqual({
    seats: 2,
    options: { refill: "none" },
  });
});
