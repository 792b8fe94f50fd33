import { expect, test } from "vitest";
import type { SeatInfo } from "../protocol/messages";
import { displayName, displayNames, named } from "./seats";

const words = (key: string, values?: Record<string, string | number>) =>
  key === "page.bot_named"
    ? `Bot (${values?.level})`
    : key === "page.level.hard"
      ? "schwer"
      : `⟦${key}⟧`;

test("people keep their names, bots are called by their level", () => {
  expect(displayName("Ada", words)).toBe("Ada");
  expect(displayName("bot:hard", words)).toBe("Bot (schwer)");
  expect(displayName("bot:greedy", words)).toBe("Bot (greedy)");
});

test("bots of the same level are numbered", () => {
  expect(displayNames(["bot:hard", "Ada", "bot:hard"], words)).toEqual([
    "Bot (schwer)",
    "Ada",
    "Bot (schwer) 2",
  ]);
  const table = { seats: [{ seat: 0, name: "bot:hard" } as SeatInfo], more: 1 };
  expect(named(table, words)).toEqual({ seats: [{ seat: 0, name: "Bot (schwer)" }], more: 1 });
});
