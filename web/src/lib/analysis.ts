/** How good the moves of a finished match were: what the server found, ready to be drawn and read. */
import type { Fields } from "../boards/contract";

export const MARKS = ["best", "good", "inaccuracy", "mistake"] as const;
export type Mark = (typeof MARKS)[number];

/** One move, beside the best one that is known. */
export interface Judged {
  ply: number;
  seat: number;
  text: string;
  mark: Mark;
  /** The seat's chance to win after its move, 0–1, by what it could know. */
  win: number;
  better: string | null;
  better_move: Fields | null;
  win_lost: number;
  points_lost: number;
}

export interface Analysis {
  match: string;
  state: "none" | "under_way" | "done";
  /** Moves there are to judge; 0 while that is not known. */
  of: number;
  judged: Judged[];
  /** The seats of who asks. */
  mine: number[];
}

export interface Chance {
  ply: number;
  win: number;
  /** A large mistake was made here. */
  wrong: boolean;
}

/** The chances of each seat over the plies; once all is judged, the result stands at the end. */
export function chancesOf(
  analysis: Analysis,
  players: number,
  winners: number[],
  last: number,
): Chance[][] {
  return Array.from({ length: players }, (_, seat) => {
    const own: Chance[] = analysis.judged
      .filter((one) => one.seat === seat)
      .map(({ ply, win, mark }) => ({ ply, win, wrong: mark === "mistake" }));
    if (analysis.state === "done" && winners.length)
      own.push({ ply: last, win: winners.includes(seat) ? 1 / winners.length : 0, wrong: false });
    return own;
  });
}

/**
 * One estimate for all: what each seat thought of its own chance at every ply, scaled so that they
 * add to 1. A seat that has not moved yet counts as even.
 */
export function shares(chances: Chance[][]): Chance[][] {
  const plies = [...new Set(chances.flatMap((line) => line.map((one) => one.ply)))];
  plies.sort((a, b) => a - b);
  const known = (line: Chance[], ply: number) =>
    line.findLast((one) => one.ply <= ply)?.win ?? 1 / chances.length;
  return chances.map((line) =>
    plies.map((ply) => {
      const total = chances.reduce((sum, one) => sum + known(one, ply), 0);
      const wrong = line.some((one) => one.ply === ply && one.wrong);
      return { ply, win: total ? known(line, ply) / total : 1 / chances.length, wrong };
    }),
  );
}

/** What was known of a seat's chance at a ply: the last one before it. */
export function chanceAt(chances: Chance[], ply: number): number | null {
  return chances.findLast((one) => one.ply <= ply)?.win ?? chances[0]?.win ?? null;
}

export const marksOf = (judged: Judged[]): Record<Mark, number> =>
  Object.fromEntries(
    MARKS.map((mark) => [mark, judged.filter((one) => one.mark === mark).length]),
  ) as Record<Mark, number>;

/** The ply of the next large mistake, or the one before; null if there is none. */
export function nextMistake(judged: Judged[], ply: number, step: 1 | -1): number | null {
  const wrong = judged.filter((one) => one.mark === "mistake").map((one) => one.ply);
  const found = step > 0 ? wrong.find((one) => one > ply) : wrong.findLast((one) => one < ply);
  return found ?? null;
}

/** So much of the chance given away makes a turning point. */
const TURNING = 0.04;

/** The moves that cost most, at most three, as they came: the story of a match. */
export function turningPoints(judged: readonly Judged[], most = 3): Judged[] {
  return judged
    .filter((one) => one.win_lost >= TURNING && one.better !== null)
    .sort((a, b) => b.win_lost - a.win_lost)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
}

/** Moves of a seat to think about once more: those that a better one is known for, worst first. */
export function exercisesOf(judged: readonly Judged[], seat: number, most = 5): Judged[] {
  return judged
    .filter(
      (one) =>
        one.seat === seat &&
        one.better_move !== null &&
        one.better !== one.text &&
        (one.mark === "mistake" || one.mark === "inaccuracy"),
    )
    .sort((a, b) => b.win_lost - a.win_lost)
    .slice(0, most);
}

export function percent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(share);
}
