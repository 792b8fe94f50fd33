import { expect, test } from "vitest";
import de from "../../../src/ludoteca/language/de.json";
import en from "../../../src/ludoteca/language/en.json";
import levelCases from "../../../tests/coach/level_cases.json";
import {
  accountOf,
  chanceAt,
  chancesOf,
  exercisesOf,
  expectedOf,
  hundredths,
  levelsLike,
  type Judged,
  marksOf,
  nextMistake,
  tellLost,
  tellShare,
  tellWhy,
  turningPoints,
} from "./analysis";
import type { MatchAnalysis } from "../protocol/http";
import { say } from "./words";

function judged(ply: number, seat: number, win: number, mark: Judged["mark"] = "good"): Judged {
  return {
    ply,
    seat,
    text: "x",
    mark,
    win,
    better: null,
    better_move: null,
    win_lost: 0,
    changes: [],
    points_lost: 0,
    chances: seat === 0 ? [win, 1 - win] : [1 - win, win],
    error: 0,
    reasons: [],
  };
}

const half: MatchAnalysis = {
  match: "m",
  state: "under_way",
  of: 5,
  mine: [0],
  judged: [
    judged(2, 0, 0.5),
    judged(3, 1, 0.4, "mistake"),
    judged(5, 0, 0.7, "best"),
    judged(7, 1, 0.1, "mistake"),
  ],
};

test("each seat has its own line over all plies, with its own mistakes marked", () => {
  const [ada, bo] = chancesOf(half, 2, [0], 9);
  expect(ada).toEqual([
    { ply: 2, win: 0.5, wrong: false },
    { ply: 3, win: 0.6, wrong: false },
    { ply: 5, win: 0.7, wrong: false },
    { ply: 7, win: 0.9, wrong: false },
  ]);
  expect(bo!.map((one) => one.wrong)).toEqual([false, true, false, true]);
  ada!.forEach((one, n) => expect(one.win + bo![n]!.win).toBeCloseTo(1, 9));
});

test("the result stands at the end, but not before all is judged", () => {
  const done: MatchAnalysis = { ...half, state: "done" };
  expect(chancesOf(done, 2, [0], 9).map((line) => line.at(-1))).toEqual([
    { ply: 9, win: 1, wrong: false },
    { ply: 9, win: 0, wrong: false },
  ]);
  expect(chancesOf(done, 2, [0, 1], 9)[1]!.at(-1)!.win).toBe(0.5);
});

test("between two moves the chance is that of the last one", () => {
  const [ada] = chancesOf(half, 2, [], 9);
  expect([0, 2, 4, 5, 8].map((ply) => chanceAt(ada!, ply))).toEqual([0.5, 0.5, 0.6, 0.7, 0.9]);
  expect(chanceAt([], 3)).toBeNull();
});

test("own moves, the others' moves and luck add up to the result", () => {
  const judged = [
    [4, 0, 0.2, [-0.2, 0.2]],
    [5, 1, 0.1, [0.1, -0.1]],
    [6, 0, 0, [0, 0]],
  ].map(([ply, seat, win_lost, changes]) => ({ ply, seat, win_lost, changes })) as Judged[];
  const all = { match: "m", state: "done" as const, of: 3, judged, mine: [] };
  const ada = accountOf(all, 0, 2, [0])!;
  expect(ada.own).toBeCloseTo(-0.2);
  expect(ada.others).toBeCloseTo(0.1);
  expect(ada.own + ada.others + ada.luck).toBeCloseTo(0.5);
  expect(accountOf({ ...all, state: "under_way" }, 0, 2, [0])).toBeNull();
});

test.each(levelCases)("the levels that a player was like: $what", ({ losses, moves, like }) => {
  const all = moves.map(([best, lost], at) => ({
    ...judged(at, 0, best! - lost!),
    win_lost: lost!,
  }));
  const other = { ...judged(99, 1, 0.5), win_lost: 0.4 };
  expect(levelsLike([...all, other], 0, losses as Record<string, number>)).toEqual(like);
});

test("marks are counted and mistakes are found one after the other", () => {
  expect(marksOf(half.judged)).toEqual({ best: 1, good: 1, inaccuracy: 0, mistake: 2 });
  expect(nextMistake(half.judged, 0, 1)).toBe(3);
  expect(nextMistake(half.judged, 3, 1)).toBe(7);
  expect(nextMistake(half.judged, 7, 1)).toBeNull();
  expect(nextMistake(half.judged, 7, -1)).toBe(3);
});

test("a story has the three costliest moves, in their order; exercises are one's own mistakes", () => {
  const judged = [
    [4, 0, 0.2, "mistake"],
    [5, 1, 0.01, "good"],
    [6, 0, 0.05, "inaccuracy"],
    [7, 1, 0.3, "mistake"],
    [8, 0, 0.1, "mistake"],
  ].map(([ply, seat, win_lost, mark]) => ({
    ply,
    seat,
    text: `played ${ply}`,
    mark,
    win: 0.5,
    better: `better ${ply}`,
    better_move: {},
    win_lost,
    error: 0.04,
    points_lost: 0,
  })) as Judged[];
  expect(turningPoints(judged).map((one) => one.ply)).toEqual([4, 7, 8]);
  const unsure = judged.map((one) => (one.ply === 7 ? { ...one, error: 0.31 } : one));
  expect(turningPoints(unsure).map((one) => one.ply)).toEqual([4, 6, 8]);
  expect(tellShare(judged[0]!, "en")).toBe("20% ± 4%");
  expect(exercisesOf(judged, 0).map((one) => one.ply)).toEqual([4, 8, 6]);
  expect(exercisesOf(judged, 1).map((one) => one.ply)).toEqual([7]);
  expect(turningPoints([])).toEqual([]);
});

test("what each could know stands apart: the own estimates, at the own moves", () => {
  const [ada, bo] = expectedOf(half, 2);
  expect(ada!.map(({ ply, win }) => [ply, win])).toEqual([
    [2, 0.5],
    [5, 0.7],
  ]);
  expect(bo!.map(({ ply, win }) => [ply, win])).toEqual([
    [3, 0.4],
    [7, 0.1],
  ]);
});

const said =
  (language: "en" | "de") =>
  (key: string, values?: Record<string, string | number>): string =>
    say([language === "en" ? en : de], language, key, values);

test("points are counted as they are read, in every language", () => {
  const move = { ...judged(2, 0, 0.4, "mistake"), win_lost: 0.12, points_lost: 1.04 };
  expect(tellLost(move, said("en"), "en")).toContain("1 point fewer");
  expect(tellLost({ ...move, points_lost: 1.5 }, said("de"), "de")).toContain("1,5 Punkte weniger");
  expect(tellLost({ ...move, points_lost: 0.04 }, said("en"), "en")).not.toContain("point");
});

test("a sentence says why the better move is better", () => {
  const reasons = [
    { part: "total", seat: 1, points: -3 },
    { part: "groups", seat: 0, points: 2.84 },
    { part: "personal", seat: 0, points: -1 },
  ];
  const move = { ...judged(2, 0, 0.4, "mistake"), reasons };
  const headings = (part: string) => part[0]!.toUpperCase() + part.slice(1);
  expect(tellWhy(move, said("en"), headings, ["Ada", "Bo"], "en")).toBe(
    "With the better move: Bo gets 3 fewer points and 2.8 more points from groups, but 1 fewer point from personal.",
  );
  expect(tellWhy(move, said("de"), headings, ["Ada", "Ada"], "de")).toBe(
    "Mit dem besseren Zug: Ada (Platz 2) bekommt 3 Punkte weniger und 2,8 Punkte mehr bei „Groups“, aber 1 Punkt weniger bei „Personal“.",
  );
  const against = { ...move, reasons: reasons.slice(2) };
  expect(tellWhy(against, said("en"), headings, ["Ada", "Bo"], "en")).toBe("");
  expect(tellWhy({ ...move, reasons: [] }, said("en"), (part) => part, [], "en")).toBe("");
});

test("percentages of one estimate add to 100, with halves and thirds too", () => {
  expect(hundredths([0.125, 0.875])).toEqual([0.13, 0.87]);
  expect(hundredths([1 / 3, 1 / 3, 1 / 3])).toEqual([0.34, 0.33, 0.33]);
  expect(hundredths([1, 0])).toEqual([1, 0]);
  for (let n = 0; n <= 1000; n++) {
    const [a, b] = hundredths([n / 1000, 1 - n / 1000]);
    expect(Math.round(100 * a!) + Math.round(100 * b!)).toBe(100);
    expect(Math.abs(a! - n / 1000)).toBeLessThan(0.01);
  }
});
