/** The clocks that a host may choose: a kind, then one of a few steps. */
import type { Say } from "../boards/contract";
import type { Clock } from "../protocol/messages";
import { formatSpan } from "./time";

export type Kind = Clock["kind"];
export const KINDS: readonly Kind[] = ["none", "turn", "bank", "days"];

const BANKS = [
  [3, 2],
  [5, 5],
  [10, 10],
  [20, 15],
  [30, 30],
] as const;

/** The steps of each kind, from the quickest. */
export const STEPS: Readonly<Record<Kind, readonly Clock[]>> = {
  none: [{ kind: "none" }],
  turn: [15, 30, 60, 120, 300].map((seconds) => ({ kind: "turn", seconds })),
  bank: BANKS.map(([minutes, increment]) => ({ kind: "bank", seconds: minutes * 60, increment })),
  days: [1, 2, 3, 7, 14].map((days) => ({ kind: "days", days })),
};

/** Which step each kind begins with. */
export const USUAL: Readonly<Record<Kind, number>> = { none: 0, turn: 2, bank: 2, days: 0 };

/** Name a step, short enough for a button; `describeClock` says it in full. */
export function nameStep(clock: Clock, words: Say): string {
  switch (clock.kind) {
    case "none":
      return words("page.clock.none");
    case "turn":
      return formatSpan(clock.seconds, words);
    case "bank":
      return `${clock.seconds / 60}+${clock.increment}`;
    case "days":
      return String(clock.days);
  }
}
