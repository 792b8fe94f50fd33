/** The analysis of one match while somebody looks at its replay: asked for, followed, shown. */
import type { MatchAnalysis } from "../protocol/http";
import { Problem } from "./api";

export interface Asks {
  analysis(match: string): Promise<MatchAnalysis>;
  analyse(match: string): Promise<MatchAnalysis>;
}

const TRIES = 8;
/** Failed answers in a row after which the page stops asking. */

export class Study {
  now = $state.raw<MatchAnalysis | null>(null);
  /** Asked for, and not yet answered. */
  asking = $state(false);

  #asks: Asks;
  #match: string;
  #refused: (sentence: string) => void;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;
  #failed = 0;

  constructor(match: string, asks: Asks, refused: (sentence: string) => void, pause = 700) {
    this.#match = match;
    this.#asks = asks;
    this.#refused = refused;
    this.#pause = pause;
  }

  get isDone(): boolean {
    return this.now?.state === "done";
  }
  get isUnderWay(): boolean {
    return this.asking || this.now?.state === "under_way";
  }
  /** There is something to draw. */
  get hasLines(): boolean {
    return (this.now?.judged.length ?? 0) > 1;
  }

  /** See what is known already, and follow what is under way. */
  async look(): Promise<void> {
    try {
      this.#take(await this.#asks.analysis(this.#match));
      this.#failed = 0;
    } catch (error) {
      // A chart is an extra: who only watches is not told that it could not be asked for.
      if (error instanceof Problem && error.status < 500 && error.status !== 429) return;
      if (this.isUnderWay && (this.#failed += 1) < TRIES) this.#follow();
    }
  }

  /** Have the match analysed. */
  async begin(): Promise<void> {
    if (this.isDone || this.isUnderWay) return;
    this.asking = true;
    try {
      this.#take(await this.#asks.analyse(this.#match));
    } catch (error) {
      this.#refused(error instanceof Problem ? error.message : "");
    } finally {
      this.asking = false;
    }
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  #take(found: MatchAnalysis): void {
    this.now = found;
    if (found.state === "under_way") this.#follow();
  }

  #follow(): void {
    clearTimeout(this.#timer);
    if (!this.#left) this.#timer = setTimeout(() => void this.look(), this.#pause);
  }
}
