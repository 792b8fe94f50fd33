/** People who share a device: when the curtain comes down, and whose view is behind it. */
import { untrack } from "svelte";
import type { Match } from "./match.svelte";
import { isMoving } from "./settings.svelte";

/** So long one sees what one's own move did before the curtain comes down. */
const LOOK = 1400;

/** The seat that should hold the device next; null if it may stay where it is. */
export function nextHolder(
  seats: readonly number[],
  movers: readonly number[],
  holder: number | null,
): number | null {
  const mine = movers.filter((seat) => seats.includes(seat));
  if (!mine.length || (holder !== null && mine.includes(holder))) return null;
  return mine[0]!;
}

export class HotSeat {
  curtain = $state.raw<{ seat: number } | null>(null);
  /** Who holds the device: has said "I am …". */
  holder = $state<number | null>(null);
  #match: Match;

  constructor(match: Match) {
    this.#match = match;
  }

  get isShared(): boolean {
    return this.#match.seats.length > 1;
  }
  /** Nobody has said who holds the device: nothing may be seen yet. */
  get isCovered(): boolean {
    const { isOver, playing } = this.#match;
    return this.isShared && this.holder === null && !isOver && playing.length > 0;
  }

  /** Follow the match; an effect. */
  follow(): void | (() => void) {
    const { position, sending, isOver, playing } = this.#match;
    if (!this.isShared || isOver || sending || !position) return;
    const next = nextHolder(playing, position.movers, this.holder);
    if (next === null) return;
    const wait = untrack(() => this.holder) === null ? 0 : isMoving() ? LOOK : LOOK / 4;
    const timer = setTimeout(() => (this.curtain = { seat: next }), wait);
    return () => clearTimeout(timer);
  }

  /** The next one has the device: change the view behind the curtain, then open it. */
  async open(): Promise<void> {
    const seat = this.curtain?.seat;
    if (seat === undefined) return;
    await this.#match.enter(seat);
    this.holder = seat;
    this.curtain = null;
  }
}
