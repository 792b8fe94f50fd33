/** The server takes some messages a second, and a few more at once: how many may be said now. */
const BURST = 15;
const A_SECOND = 4.5;

export class Bucket {
  #tokens = BURST;
  #filled = Date.now();

  /** Milliseconds until the next message may be said. */
  get wait(): number {
    this.#fill();
    return Math.max(0, ((1 - this.#tokens) / A_SECOND) * 1000);
  }

  /** Note that a message is said, even if it had to wait. */
  take(): void {
    this.#fill();
    this.#tokens -= 1;
  }

  /** The server says that it was too much. */
  empty(): void {
    this.#tokens = 0;
  }

  #fill(): void {
    const now = Date.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#filled) / 1000) * A_SECOND);
    this.#filled = now;
  }
}
