import { expect, test } from "vitest";
import { initialsOf, shortNames } from "./names";

test("an initial is enough where initials differ", () => {
  expect(initialsOf(["Ada", "bo", " Chiara"])).toEqual(["A", "B", "C"]);
});

test("players with the same initial are told apart without colour", () => {
  expect(initialsOf(["Bo", "Bot (easy) 2", "Bot (easy) 3", "Ada"])).toEqual([
    "Bo",
    "B2",
    "B3",
    "A",
  ]);
  expect(initialsOf(["Bot (easy)", "Bot (hard)"])).toEqual(["B1", "B2"]);
  expect(initialsOf(["", "B"])).toEqual(["?", "B"]);
});

test("the level of a bot is left out where that loses nothing", () => {
  expect(shortNames(["Ada", "Bot (easy)", "Bot (easy) 2"])).toEqual(["Ada", "Bot", "Bot 2"]);
  const levels = ["Bot (easy)", "Bot (hard)"];
  expect(shortNames(levels)).toEqual(levels);
  expect(shortNames(["(x)", "Bo"])).toEqual(["(x)", "Bo"]);
});
