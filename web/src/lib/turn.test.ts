import { named } from "./seats";
import { expect, test } from "vitest";
import type { Ending, PositionInfo, TableInfo } from "../protocol/messages";
import { awaited, joinNames, outcome } from "./turn";

const words = (key: string, values?: Record<string, string | number>) =>
  values ? `${key} ${Object.values(values).join(" ")}` : key;
const table = {
  status: "playing",
  seats: [{ name: "Ada" }, { name: "Bo" }, { name: "Cy" }],
} as TableInfo;
const at = (...movers: number[]) => ({ movers }) as PositionInfo;
const ending = (winners: number[], how: Ending["how"] = "rules") =>
  ({ how, winners, scores: [{ total: 42 }, { total: 42 }, { total: 1 }] }) as unknown as Ending;

test("the one who is to move is told so; the others hear who is choosing", () => {
  expect(awaited(table, at(0), 0, null, words, "en")).toBe("page.your_turn");
  expect(awaited(table, at(1), 0, null, words, "en")).toBe("page.is_choosing Bo");
  expect(awaited(table, at(1, 2), 0, null, words, "en")).toBe("page.waiting_for Bo and Cy");
  expect(awaited(table, at(1), null, null, words, "en")).toBe("page.watching page.is_choosing Bo");
  expect(awaited({ ...table, status: "paused" }, at(0), 0, null, words, "en")).toBe("page.paused");
});

test("a player who has resigned is not told to move: a bot plays the seat on", () => {
  const seats = table.seats.map((seat, n) => ({ ...seat, resigned: n === 0 }));
  expect(awaited({ ...table, seats }, at(0), 0, null, words, "en")).toBe("page.resign_more");
  expect(awaited({ ...table, seats }, at(0), 1, null, words, "en")).toBe("page.is_choosing Ada");
});

test("the end names the winners, and points only where they decided", () => {
  expect(outcome(table, ending([0]), words, "en")).toBe("page.wins_with Ada 42");
  expect(outcome(table, ending([0, 1]), words, "de")).toBe("page.win_together Ada und Bo");
  expect(outcome(table, ending([0], "resigned"), words, "en")).toBe("page.wins Ada");
  expect(outcome(table, ending([]), words, "en")).toBe("page.match_over");
});

test("the winner is spoken to", () => {
  expect(outcome(table, ending([0]), words, "en", 0)).toBe("page.you_win_with 42");
  expect(outcome(table, ending([0]), words, "en", 1)).toBe("page.wins_with Ada 42");
  expect(outcome(table, ending([0], "resigned"), words, "en", 0)).toBe("page.you_win");
  expect(awaited(table, at(), 0, ending([0]), words, "en")).toBe("page.you_win_with 42");
});

test("a player who has resigned does not win: the bot on that seat does", () => {
  const seats = table.seats.map((seat, n) =>
    n === 0 ? { ...seat, resigned: true, bot: "medium" } : seat,
  );
  for (const me of [0, 1, null])
    expect(outcome(named({ ...table, seats }, words), ending([0]), words, "en", me)).toBe(
      "page.wins_with page.bot_for Ada 42",
    );
});

test("names are joined as people do it in their language", () => {
  const all = ["Ada", "Bo", "Cy"];
  expect(["en", "it", "de"].map((language) => joinNames(all, language))).toEqual([
    "Ada, Bo, and Cy",
    "Ada, Bo e Cy",
    "Ada, Bo und Cy",
  ]);
});
