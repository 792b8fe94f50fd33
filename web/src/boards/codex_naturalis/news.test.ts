import { expect, test } from "vitest";
import middle from "../../../dev/frames/codex_naturalis/middle.json";
import en from "../../../../src/ludoteca/games/codex_naturalis/text/en.json";
import { say } from "../../lib/words";
import type { Say } from "../contract";
import { tellNews } from "./news";
import type { View } from "./view";

const words: Say = (key, values) => say([en], "en", key, values);
const names = ["Ada", "Bo", "Chiara"];
const now = middle.props.view as unknown as View;
const line = (seat: number, move: Record<string, unknown> | null) => ({
  ply: 1,
  kind: "move" as const,
  text: "",
  seat,
  move,
  by_bot: false,
});

function after(points: number[], more: Partial<View> = {}): View {
  return {
    ...now,
    ...more,
    seats: now.seats.map((seat, n) => ({ ...seat, points: seat.points + points[n]! })),
  };
}

test("what a rival placed is told with its points, and where the next card came from", () => {
  const happened = [
    line(2, { place: 63, side: "front", x: 1, y: 1 }),
    line(2, { draw: "gold_deck" }),
    line(0, { draw: 5 }),
    line(0, { place: { kind: "gold", kingdom: "plant" }, side: "back", x: 1, y: 1 }),
  ];
  expect(tellNews(words, happened, now, after([0, 0, 4]), 1, names)).toEqual([
    "Chiara placed: gold animal card (4 points).",
    "Chiara drew from the gold deck.",
    "Ada drew: fungi resource card.",
    "Ada placed: gold plant card, face down (0 points).",
  ]);
});

test("one's own move is acknowledged, a secret one of others only mentioned", () => {
  const happened = [
    line(1, { place: 5, side: "back", x: 0, y: 2 }),
    line(0, { keep_objective: null }),
  ];
  expect(tellNews(words, happened, now, now, 1, names)).toEqual(["Placed.", "Ada has chosen."]);
});

test("the last round is announced when it begins, not again", () => {
  const last = after([0, 0, 0], { last_round: true });
  expect(tellNews(words, [], now, last, 1, names)).toEqual(["Last round: one more turn each."]);
  expect(tellNews(words, [], last, last, 1, names)).toEqual([]);
});
