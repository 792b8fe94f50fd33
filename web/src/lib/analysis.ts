/** How good the moves of a finished match were: what the server found, ready to be drawn and read. */
import type { Say } from "../boards/contract";
import type { Judged, MatchAnalysis } from "../protocol/http";
import type { Language } from "./words";

export type { Judged } from "../protocol/http";
export type Mark = Judged["mark"];
export const MARKS: readonly Mark[] = ["best", "good", "inaccuracy", "mistake"];

export interface Chance {
  ply: number;
  win: number;
  /** A large mistake was made here. */
  wrong: boolean;
}

/**
 * The chances of each seat over the plies, one estimate for all: at every ply they add to 1. Once
 * all is judged, the result stands at the end.
 */
export function chancesOf(
  analysis: MatchAnalysis,
  players: number,
  winners: number[],
  last: number,
): Chance[][] {
  return Array.from({ length: players }, (_, seat) => {
    const line: Chance[] = analysis.judged.map(({ ply, seat: mover, chances, mark }) => ({
      ply,
      win: chances[seat] ?? 0,
      wrong: mover === seat && mark === "mistake",
    }));
    if (analysis.state === "done" && winners.length)
      line.push({ ply: last, win: winners.includes(seat) ? 1 / winners.length : 0, wrong: false });
    return line;
  });
}

/**
 * What each seat could expect after its own moves, from what it saw. These are several estimates:
 * together they need not make 1.
 */
export function expectedOf(analysis: MatchAnalysis, players: number): Chance[][] {
  return Array.from({ length: players }, (_, seat) =>
    analysis.judged
      .filter((one) => one.seat === seat)
      .map(({ ply, win, mark }) => ({ ply, win, wrong: mark === "mistake" })),
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

/** The moves that cost most, more than may be chance, at most three, as they came: the story of a match. */
export function turningPoints(judged: readonly Judged[], most = 3): Judged[] {
  return judged
    .filter((one) => one.win_lost >= Math.max(TURNING, one.error) && one.better !== null)
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

/** The chance that a move gave away, and how far that may be wrong. */
export const tellShare = (move: Judged, language: Language): string =>
  `${percent(move.win_lost, language)} ± ${percent(move.error, language)}`;

/** What a move gave away: of the chance, and in points as they are read, so that 1.04 is one point. */
export function tellLost(move: Judged, say: Say, language: Language): string {
  const parts = [say("page.rated.chance", { share: tellShare(move, language) })];
  const points = Math.round(move.points_lost * 10) / 10;
  if (points > 0) parts.push(say("page.rated.points", { n: points }));
  return parts.join(" · ");
}

/** The names of players; those with the same name get the number of their seat. */
export function namesApart(names: readonly string[], say: Say): string[] {
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, n) => (isTwice(name) ? say("page.why.named", { name, n: n + 1 }) : name));
}

/**
 * Why the better move is better, as a sentence from the parts of the score, with what speaks against
 * it at the end; "" without a reason.
 */
export function tellWhy(
  move: Judged,
  say: Say,
  partName: (part: string) => string,
  names: readonly string[],
  language: Language,
): string {
  const apart = namesApart(names, say);
  const tell = ({ part, seat, points }: Judged["reasons"][number]) => {
    const more = points > 0 ? "more" : "less";
    const n = Math.abs(Math.round(points * 10) / 10);
    return seat === move.seat
      ? say(`page.why.${more}`, { n, part: inALine(partName(part), language) })
      : say(`page.why.other_${more}`, { n, name: apart[seat] ?? "" });
  };
  const favours = ({ seat, points }: Judged["reasons"][number]) =>
    (seat === move.seat) === points > 0;
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const reasons = list.format(move.reasons.filter(favours).map(tell));
  const against = list.format(move.reasons.filter((one) => !favours(one)).map(tell));
  if (!reasons) return "";
  return against
    ? say("page.rated.why_but", { reasons, against })
    : say("page.rated.why", { reasons });
}

/** A heading in mid-line: English has no capital there. */
const inALine = (heading: string, language: Language): string =>
  language === "en" ? heading.slice(0, 1).toLowerCase() + heading.slice(1) : heading;

/** What made a seat's result, in shares of a win; the three add up to the result less an even share. */
export interface Account {
  own: number;
  others: number;
  luck: number;
}

/** Luck and skill apart; null until all is judged, or where it was judged before this was known. */
export function accountOf(
  analysis: MatchAnalysis,
  seat: number,
  players: number,
  winners: number[],
): Account | null {
  if (analysis.state !== "done" || !winners.length) return null;
  if (analysis.judged.some((one) => one.changes.length !== players)) return null;
  let own = 0;
  let others = 0;
  for (const one of analysis.judged) {
    const change = one.changes[seat] ?? 0;
    if (one.seat === seat) own += change;
    else others += change;
  }
  const result = winners.includes(seat) ? 1 / winners.length : 0;
  return { own, others, luck: result - 1 / players - own - others };
}

/** The rule is that of `coach/level.py`; `tests/coach/level_cases.json` holds what both must answer. */
const CONTESTED = [0.05, 0.95] as const;
const FEWEST = 8;

/**
 * The weakest and the strongest level that give away about as much with a contested move; `losses`
 * has the weakest level first. Null if that can't be told.
 */
export function levelsLike(
  judged: readonly Judged[],
  seat: number,
  losses: Readonly<Record<string, number>>,
): [string, string] | null {
  const lost = judged
    .filter((one) => one.seat === seat)
    .filter(({ win, win_lost }) => win + win_lost >= CONTESTED[0] && win + win_lost <= CONTESTED[1])
    .map((one) => one.win_lost);
  const levels = Object.keys(losses);
  if (lost.length < FEWEST || !levels.length) return null;
  const mean = lost.reduce((sum, one) => sum + one, 0) / lost.length;
  const squares = lost.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt(squares / (lost.length - 1) / lost.length);
  const nearest = (among: string[], wanted: number) =>
    among.reduce((a, b) => (Math.abs(losses[b]! - wanted) < Math.abs(losses[a]! - wanted) ? b : a));
  const weakest = nearest(levels, mean + error);
  const strongest = nearest(levels.toReversed(), mean - error);
  const isAny = weakest === levels[0] && strongest === levels.at(-1);
  return isAny ? null : [weakest, strongest];
}

export function percent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(share);
}

/** Shares of a whole in hundredths that add to 100, however they are rounded: none is off by one or more. */
export function hundredths(shares: readonly number[]): number[] {
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map(Math.floor);
  const left = Math.round(exact.reduce((a, b) => a + b, 0)) - whole.reduce((a, b) => a + b, 0);
  const rest = (n: number) => exact[n]! - whole[n]!;
  const first = [...exact.keys()].sort((a, b) => rest(b) - rest(a)).slice(0, left);
  return whole.map((n, seat) => (n + (first.includes(seat) ? 1 : 0)) / 100);
}
