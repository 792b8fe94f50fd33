/** The plies of a finished match, ready to be shown one after the other. */
import type { Fields } from "../boards/contract";
import type { Happening } from "../protocol/messages";
import type { ReplayLine } from "./api";

export interface Moment {
  ply: number;
  /** The position after this ply, as the chosen viewer may know it. */
  view: Fields;
  standing: Fields[];
  drawing: string | null;
  happening: Happening | null;
}

export interface Story {
  game: string;
  players: string[];
  options: Record<string, string | number>;
  moments: Moment[];
  winners: number[];
  scores: Fields[];
}

/** Read the lines of a replay stream. */
export function readReplay(lines: ReplayLine[]): Story {
  const start = lines.find((line) => line.kind === "start");
  const result = lines.find((line) => line.kind === "result");
  if (!start) throw new Error("a replay begins with a start");
  const moments: Moment[] = [];
  for (const line of lines) {
    if (line.kind === "result") continue;
    moments.push({
      ply: line.ply ?? 0,
      view: line.view ?? line.position ?? {},
      standing: line.standing ?? [],
      drawing: null,
      happening: line.kind === "start" ? null : happening(line),
    });
  }
  return {
    game: start.game ?? "",
    players: start.players ?? [],
    options: start.options ?? {},
    moments,
    winners: result?.winners ?? [],
    scores: result?.scores ?? [],
  };
}

function happening(line: ReplayLine): Happening {
  return {
    ply: line.ply ?? 0,
    kind: line.kind as Happening["kind"],
    text: line.text ?? (line.kind === "undo" ? `undo ${line.to}` : ""),
    seat: line.seat ?? null,
    move: line.move ?? null,
    by_bot: false,
  };
}

/** The moment a ply is shown at; the nearest before it, if it was left out. */
export function momentOf(story: Story, ply: number): number {
  const index = story.moments.findLastIndex((moment) => moment.ply <= ply);
  return Math.max(0, index);
}

/** Count turns as players do: moves of one seat in a row, such as placing and drawing, are one. */
export function turnNumbers(story: Story): Map<number, number> {
  const numbers = new Map<number, number>();
  let turn = 0;
  let last: number | null = null;
  for (const { happening } of story.moments) {
    if (happening?.kind !== "move") continue;
    if (happening.seat !== last) turn += 1;
    last = happening.seat;
    numbers.set(happening.ply, turn);
  }
  return numbers;
}

/** The view in which a ply was chosen. */
export const viewBefore = (story: Story, ply: number): Fields =>
  story.moments[momentOf(story, ply - 1)]!.view;

/** The next moment worth stopping at: deals are shown together with the move before them. */
export function nextStop(story: Story, from: number, step: 1 | -1): number {
  const last = story.moments.length - 1;
  let at = from + step;
  while (at > 0 && at < last && story.moments[at + 1]?.happening?.kind === "deal") at += step;
  return Math.min(last, Math.max(0, at));
}

/** Which moment is spoken of: deals belong to the move before them; -1 before the first move. */
export function toldAt(story: Story, at: number): number {
  return story.moments.findLastIndex(
    ({ happening }, index) => index <= at && happening !== null && happening.kind !== "deal",
  );
}
