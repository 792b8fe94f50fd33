import { expect, test } from "vitest";
import type { PastMatch } from "./api";
import { choose } from "./library";

const matches = [
  { match: "a", game: "g", players: ["Ada", "José"], rank: 1 },
  { match: "b", game: "g", players: ["Ada", "Bo"], rank: 2 },
  { match: "c", game: "h", players: ["Ada", "Bo"], rank: null },
] as unknown as PastMatch[];
const all = { game: "", result: "all" as const, text: "" };
const found = (wanted: Partial<typeof all> | { result: "won" | "lost" }) =>
  choose(matches, { ...all, ...wanted }, (one) => one.players.join(" ")).map((one) => one.match);

test("matches are found by game, by result and by what is typed", () => {
  expect(found({})).toEqual(["a", "b", "c"]);
  expect(found({ game: "g" })).toEqual(["a", "b"]);
  expect(found({ result: "won" })).toEqual(["a"]);
  expect(found({ result: "lost" })).toEqual(["b"]);
  expect(found({ text: "jose  ADA" })).toEqual(["a"]);
  expect(found({ text: "nobody" })).toEqual([]);
});
