/** The viewer's choice as it grows: a card, its side, its place; a card to draw; the set-up choices. */

import type { Asked, Fields } from "../contract";
import type { Side } from "./cards";
import type { Spot } from "./geometry";
import { keyOf, outcomesOf, type Choices, type Outcome, type Source } from "./view";

export class Choice {
  card = $state<number | null>(null);
  /** The side that each card of the hand shows. */
  sides = $state<Record<number, Side>>({});
  spot = $state.raw<Spot | null>(null);
  source = $state<Source | null>(null);
  starter = $state<Side | null>(null);
  objective = $state<number | null>(null);

  /** What was answered in this position, by the partial choice that was asked about. */
  private answers = $state.raw<ReadonlyMap<string, Asked>>(new Map());
  private last = "";
  private stale: Asked | null = null;

  /** A new position has begun: keep of the choice what may still be chosen. */
  reset(last: Asked | null, hand: readonly number[], choices: Choices) {
    if (this.card !== null && !hand.includes(this.card)) this.card = null;
    if (!choices.starter_side) this.starter = null;
    if (!choices.keep_objective) this.objective = null;
    this.spot = this.source = null;
    this.answers = new Map();
    this.last = "";
    this.stale = last;
  }

  side(card: number | null = this.card): Side {
    return (card !== null && this.sides[card]) || "front";
  }

  /** Take a card into the hand's focus; the same one again puts it back. */
  take(card: number) {
    this.card = this.card === card && !this.spot ? null : card;
    this.spot = null;
  }

  flip(card: number) {
    this.sides[card] = this.side(card) === "front" ? "back" : "front";
  }

  /** Go back one step: from the place to the card, from the card to nothing. */
  back(): boolean {
    if (this.spot) this.spot = null;
    else if (this.card !== null) this.card = null;
    else if (this.source !== null) this.source = null;
    else return false;
    return true;
  }

  /** Remember an answer; one that belongs to the position before is left alone. */
  learn(answer: Asked | null) {
    if (!answer || answer === this.stale) return;
    const key = keyOf(answer.partial);
    if (this.answers.get(key) === answer) return;
    this.answers = new Map(this.answers).set(key, answer);
  }

  /** Ask about a partial choice, unless it is answered or under way: only the last one is. */
  wonder(partial: Fields, ask: (partial: Fields) => void) {
    const key = keyOf(partial);
    if (this.last === key || this.answers.has(key)) return;
    this.last = key;
    ask(partial);
  }

  answer(partial: Fields): Asked | null {
    return this.answers.get(keyOf(partial)) ?? null;
  }

  /** What each place would bring for the chosen card and side; null while it is not known. */
  outcomes(): Outcome[] | null {
    if (this.card === null) return null;
    const answer = this.answer({ place: this.card, side: this.side() });
    return answer ? outcomesOf(answer.moves) : null;
  }
}
