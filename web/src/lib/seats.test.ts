import { expect, test } from "vitest";
import type { SeatInfo } from "../protocol/messages";
import { characterOf } from "./characters";
import { displayName, displayNames, named, withYou } from "./seats";

const words = (key: string, values?: Record<string, string | number>) =>
  key === "page.bot_named"
    ? `Bot (${values?.level})`
    : key === "page.level.hard"
      ? "schwer"
      : `⟦${key}⟧`;

test("people keep their names, bots are called by their characters", () => {
  expect(displayName("Ada", words)).toBe("Ada");
  expect(displayName("bot:hard", words)).toBe("Ruben");
  expect(displayName("bot:greedy", words)).toBe("Bot (greedy)");
});

test("a bot plays for who has resigned, where the match goes on", () => {
  const gone = { seat: 0, name: "Ada", resigned: true } as SeatInfo;
  const nameOf = (seat: SeatInfo) => named({ seats: [seat] }, words).seats[0]!.name;
  expect(nameOf({ ...gone, bot: "medium" })).toBe("⟦page.bot_for⟧");
  expect(nameOf({ ...gone, bot: null })).toBe("Ada");
});

test("bots of the same level are numbered, and never taken for a person", () => {
  expect(displayNames(["bot:hard", "Ada", "bot:hard"], words)).toEqual(["Ruben", "Ada", "Ruben 2"]);
  expect(displayNames(["Ruben", "bot:hard"], words)).toEqual(["Ruben", "Bot (Ruben)"]);
  const table = { seats: [{ seat: 0, name: "bot:hard" } as SeatInfo], more: 1 };
  expect(named(table, words)).toEqual({ seats: [{ seat: 0, name: "Ruben" }], more: 1 });
});

test("a level the page has never heard of is named by its word, or by its id", () => {
  expect(characterOf("hard", words, { hard: 812 })).toEqual({
    id: "hard",
    name: "Ruben",
    level: "schwer",
    manner: "",
    line: "",
    rating: 812,
  });
  expect(characterOf("novel", words).name).toBe("Bot (novel)");
  expect(characterOf("novel", words).rating).toBeNull();
});

test("a reader is called “you”, in a replay too, unless several people share the device", () => {
  const you = () => "You";
  expect(withYou(["Ada", "Bo"], [1], you)).toEqual(["Ada", "You"]);
  expect(withYou(["Ada", "Bo"], [0, 1], you)).toEqual(["Ada", "Bo"]);
  expect(withYou(["Ada", "Bo"], [], you)).toEqual(["Ada", "Bo"]);
});
