import { expect, test } from "vitest";
import en from "../../../../src/ludoteca/games/my_shelfie/text/en.json";
import { say } from "../../lib/words";
import { tellMissing } from "./missing";

const words = (key: string, values?: Record<string, string | number>) =>
  say([en as Record<string, string>], "en", key, values);
const group = (tile: string, n: number) => ({ tile, cells: Array(n).fill([0, 0]), points: 0 });

test("what was missing is the one tile that would have brought the most", () => {
  const personal_goal = { matched: 2, of: 6, cells: [] };
  expect(tellMissing(words, { groups: [group("C", 5), group("P", 3)], personal_goal })).toBe(
    "One more cat next to its group would have scored 3 more.",
  );
  expect(tellMissing(words, { groups: [group("P", 3)], personal_goal })).toBe(
    "One more tile of your personal goal would have scored 2 more.",
  );
  expect(tellMissing(words, { groups: [group("P", 6)], personal_goal: null })).toBe("");
});
