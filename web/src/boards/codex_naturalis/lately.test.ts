import { expect, test } from "vitest";
import en from "../../../../src/ludoteca/games/codex_naturalis/text/en.json";
import type { Happening } from "../../lib/protocol";
import { say } from "../../lib/words";
import { lastOf, tellLast } from "./lately";

const words = (key: string, values?: Record<string, string | number>) =>
  say([en as Record<string, string>], "en", key, values);
const line = (ply: number, seat: number, move: object) =>
  ({ ply, seat, move, kind: "move", text: "", by_bot: true }) as unknown as Happening;

test("of each seat the last turn is told: what it brought, and what was drawn", () => {
  const history = [
    line(10, 0, { place: 41, side: "front", x: 1, y: 1 }),
    line(11, 0, { draw: "gold_deck" }),
    line(12, 1, { place: 42, side: "front", x: 1, y: 1 }),
    line(13, 1, { draw: 5 }),
    line(14, 0, { place: 43, side: "back", x: 2, y: 2 }),
  ];
  const last = lastOf(history, new Map([[12, 3]]));
  expect(tellLast(words, last.get(1))).toBe("+3 · drew: fungi resource card");
  expect(last.get(0)).toEqual({ placed: 43, drew: null, gain: null });
  expect(tellLast(words, last.get(0))).toBe("");
  expect(tellLast(words, last.get(3))).toBe("");
});
