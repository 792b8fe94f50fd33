/** The score sheet of one player of the real box: cards as they lie, or points as they were noted. */

import { objectiveOf } from "./cards";
import { timesOf, trackOf } from "./count";
import type { Placement } from "./view";

export interface Entered {
  track: number;
  /** Common objectives and the secret one: points each, and how often. */
  objectives: { each: number; times: number }[];
}

export interface CodexSheet {
  way: "lay" | "enter";
  area: Placement[];
  /** The objective cards that count: two common ones, then the secret one. */
  chosen: (number | null)[];
  entered: Entered;
}

export interface CountedPart {
  /** null: the points of the cards. */
  objective: number | null;
  /** Which of the three objectives; -1 for the cards. */
  at: number;
  each: number;
  times: number;
  points: number;
}

export const emptySheet = (common: (number | null)[] = [null, null]): CodexSheet => ({
  way: "lay",
  area: [],
  chosen: [...common, null],
  entered: { track: 0, objectives: [0, 1, 2].map(() => ({ each: 2, times: 0 })) },
});

/** Every part of a sheet that is laid out, the cards first. */
export function partsOf({ area, chosen }: CodexSheet): CountedPart[] {
  const track = trackOf(area);
  return [
    { objective: null, at: -1, each: 1, times: track, points: track },
    ...chosen.flatMap((objective, at) => {
      if (objective === null) return [];
      const each = objectiveOf(objective).points;
      const times = timesOf(objective, area);
      return [{ objective, at, each, times, points: each * times }];
    }),
  ];
}

export function totalOf(sheet: CodexSheet): number {
  if (sheet.way === "lay") return partsOf(sheet).reduce((sum, one) => sum + one.points, 0);
  return sheet.entered.objectives.reduce(
    (sum, one) => sum + one.each * one.times,
    sheet.entered.track,
  );
}
