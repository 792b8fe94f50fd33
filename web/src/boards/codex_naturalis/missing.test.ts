import { expect, test } from "vitest";
import en from "../../../../src/ludoteca/games/codex_naturalis/text/en.json";
import { say } from "../../lib/words";
import { tellMissing } from "./missing";

const words = (key: string, values?: Record<string, string | number>) =>
  say([en as Record<string, string>], "en", key, values);
const none = { fungi: 0, plant: 0, animal: 0, insect: 0, quill: 0, inkwell: 0, manuscript: 0 };
const put = (card: number, x: number, y: number) => ({ card, side: "front", x, y });
const open = (...ids: number[]) => ({
  points: {},
  objectives: ids.map((objective) => ({ objective, fulfilled: 0, points: 0, cards: [] })),
});

test("what was missing is one card of a pattern, or one symbol of a set", () => {
  const risen = { play_area: [put(1, 1, 1), put(2, 2, 2)], symbols: none };
  expect(tellMissing(words, open(87, 95), risen)).toBe(
    "One more card for “Fungi rising to the right” would have scored 2 more.",
  );
  const set = { play_area: [], symbols: { ...none, quill: 1, inkwell: 1 } };
  expect(tellMissing(words, open(87, 99), set)).toMatch(
    /^One more symbol for “.*” would have scored 3 more\.$/,
  );
});

test("what was farther away is not spoken of", () => {
  expect(tellMissing(words, open(87, 99), { play_area: [], symbols: none })).toBe("");
});
