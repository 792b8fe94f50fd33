import type { ReplayLine } from "./api";
import { expect, test } from "vitest";
import { momentOf, nextStop, readReplay, toldAt, turnNumbers, viewBefore } from "./replay";

const lines: ReplayLine[] = [
  { kind: "start", game: "g", players: ["Ada", "Bo"], options: {}, position: { n: 0 } },
  { kind: "deal", ply: 1, text: "d", position: { n: 1 } },
  { kind: "move", ply: 2, seat: 0, text: "a", move: {}, position: { n: 2 } },
  { kind: "move", ply: 3, seat: 1, text: "b", move: {}, position: { n: 3 } },
  { kind: "deal", ply: 4, text: "e", position: { n: 4 } },
  { kind: "move", ply: 5, seat: 0, text: "c", move: {}, view: { n: 5 } },
  { kind: "result", scores: [{ total: 3 }], winners: [0] },
];

test("a replay stream becomes moments", () => {
  const story = readReplay(lines);
  expect(story.moments.map((moment) => moment.view.n)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(story.moments[2]!.happening).toMatchObject({ seat: 0, text: "a", kind: "move" });
  expect(story.winners).toEqual([0]);
  expect(momentOf(story, 3)).toBe(3);
  expect(momentOf(story, 99)).toBe(5);
  expect(momentOf(story, -1)).toBe(0);
});

test("steps stop after the deals that follow a move", () => {
  const story = readReplay(lines);
  expect(nextStop(story, 1, 1)).toBe(2);
  expect(nextStop(story, 2, 1)).toBe(4);
  expect(nextStop(story, 4, 1)).toBe(5);
  expect(nextStop(story, 5, 1)).toBe(5);
  expect(nextStop(story, 5, -1)).toBe(4);
  expect(nextStop(story, 4, -1)).toBe(2);
  expect(nextStop(story, 1, -1)).toBe(0);
});

test("deals are told as part of the move before them", () => {
  const story = readReplay(lines);
  expect([0, 1, 2, 3, 4, 5].map((at) => toldAt(story, at))).toEqual([-1, -1, 2, 3, 3, 5]);
});

test("a stream without a start is refused", () => {
  expect(() => readReplay([])).toThrow();
});

test("turns are numbered as players count: from 1, without deals, placing and drawing as one", () => {
  const story = readReplay(lines);
  expect([...turnNumbers(story)]).toEqual([
    [2, 1],
    [3, 2],
    [5, 3],
  ]);
  expect(viewBefore(story, 2)).toEqual({ n: 1 });
});
