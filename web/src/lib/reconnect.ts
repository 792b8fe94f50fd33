/** How the page comes back: the policy of `protocol/reconnect.py`, by the same numbers. */
import {
  AFTER_CLOSE,
  FIRST_PAUSE,
  LONGEST_PAUSE,
  MARGIN,
  SPREAD,
  type AfterClose,
  type Pace,
} from "../protocol/messages";

const spread = (seconds: number, chance: number) => seconds * (1 - SPREAD + 2 * SPREAD * chance);

/** What to do after the server closed with a code. */
export const afterClose = (code: number): AfterClose => AFTER_CLOSE[code] ?? "retry";

/** Seconds before an attempt to connect, counted from 0. */
export function pauseBefore(attempt: number, chance = Math.random()): number {
  return spread(Math.min(FIRST_PAUSE * 2 ** Math.min(attempt, 16), LONGEST_PAUSE), chance);
}

/** Seconds to wait after a refusal that passes: never less than it says. */
export function pauseAfter(retryAfter: number, chance = Math.random()): number {
  return spread(retryAfter, chance) + retryAfter * SPREAD;
}

export function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** How many messages may be sent now, by the pace that the server has named. */
export class Bucket {
  #pace: Pace | null = null;
  #tokens = Infinity;
  #filled = 0;

  /** Take the pace of a new connection; the bucket is full only at the first one. */
  start(pace: Pace | null): void {
    this.#pace = pace;
    if (!pace) return;
    this.#fill(pace);
  }

  /** Seconds until the next message may be sent. */
  get wait(): number {
    if (!this.#pace) return 0;
    this.#fill(this.#pace);
    return Math.max(0, (1 - this.#tokens) / (this.#pace.a_second * MARGIN));
  }

  /** Note that a message is sent, even if it had to wait. */
  take(): void {
    if (this.#pace) this.#fill(this.#pace);
    this.#tokens -= 1;
  }

  /** The server says that it was too much. */
  empty(): void {
    if (this.#pace) this.#tokens = 0;
  }

  #fill(pace: Pace): void {
    const now = Date.now();
    const more = ((now - this.#filled) / 1000) * pace.a_second * MARGIN;
    this.#tokens = Math.min(pace.burst * MARGIN, this.#tokens + more);
    this.#filled = now;
  }
}
