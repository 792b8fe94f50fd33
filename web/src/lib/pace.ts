/** How long a move stays on the screen before the next one is shown. */
import type { Update } from "../protocol/messages";

/** A rival's turn; one that goes on, such as placing before drawing, is shown more briefly. */
const TURN = 900;
const PART = 650;
/** One's own tiles are still falling when a bot has answered. */
const OWN = 700;

/** Milliseconds that an update stays before the next may follow. `own`: the seats of this device. */
export function dwell(update: Update, own: readonly number[]): number {
  const movers = update.happened.flatMap((line) =>
    line.kind === "move" && line.seat !== null ? [line.seat] : [],
  );
  if (!movers.length || update.ending) return 0;
  if (movers.every((seat) => own.includes(seat))) return OWN;
  return movers.some((seat) => update.position.movers.includes(seat)) ? PART : TURN;
}

/** Show several updates at once: everything that happened, and where it led. */
export function merge(updates: readonly Update[]): Update {
  const last = updates.at(-1)!;
  return {
    ...last,
    happened: updates.flatMap((one) => one.happened),
    revealed: updates.flatMap((one) => one.revealed ?? []),
  };
}
