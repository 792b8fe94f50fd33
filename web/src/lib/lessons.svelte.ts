/** Drives a tutorial: a lesson is a position, what is awaited in it, and what is answered. */
import type { Asked, BoardSettings, Fields, Frame, HintLine, Say, Why } from "../boards/contract";

/** What somebody has to do: choose so much of each field, be refused by a rule, or make a move. */
export type Awaited =
  | { act: "choosing"; counts: Record<string, number> }
  | { act: "why"; codes: string[] }
  | { act: "play" };

export interface Lesson {
  /** Its words are `lesson.<id>` and, once it is answered, `lesson.<id>.done`. */
  id: string;
  position: string;
  awaits: Awaited;
  /** What "Hint" shows; with `outlined`, where to look is shown from the beginning. */
  hint?: HintLine;
  outlined?: boolean;
  /** The moves that are right, each with what the board is told after it. */
  then?: Record<string, Fields | undefined>;
}

/** What the rules say of a position: recorded, for here are no rules. */
export interface Position {
  props: Fields;
  asked: Asked[];
  refusals: { code: string; says: Record<string, string>; partials: Fields[] }[];
}

export interface Script {
  positions: Record<string, Position>;
  lessons: Lesson[];
}

interface Surroundings {
  words: Say;
  frame: Frame;
  settings: BoardSettings;
  /** A lesson has begun. */
  reached(lesson: number): void;
}

const isSame = (a: Fields, b: Fields) => JSON.stringify(a) === JSON.stringify(b);
const count = (value: unknown) =>
  Array.isArray(value) ? value.length : value === undefined ? 0 : 1;

export class Lessons {
  at = $state(0);
  /** The right thing was done. */
  answered = $state(false);
  #asked = $state.raw<Asked | null>(null);
  #after = $state.raw<Fields | null>(null);
  #stage = $state<0 | 1 | 2>(0);
  #script: Script;
  #around: () => Surroundings;

  constructor(script: Script, lesson: number, around: () => Surroundings) {
    this.#script = script;
    this.#around = around;
    this.#begin(Math.max(0, Math.min(Math.trunc(lesson), script.lessons.length - 1)));
  }

  get count(): number {
    return this.#script.lessons.length;
  }
  get lesson(): Lesson {
    return this.#script.lessons[this.at]!;
  }
  get isLast(): boolean {
    return this.at === this.count - 1;
  }
  get #position(): Position {
    return this.#script.positions[this.lesson.position]!;
  }
  get sentence(): string {
    return this.#around().words(`lesson.${this.lesson.id}${this.answered ? ".done" : ""}`);
  }
  /** There is more to show of the hint. */
  get mayHint(): boolean {
    return !this.answered && this.lesson.hint !== undefined && this.#stage < 2;
  }

  #begin(lesson: number): void {
    this.at = lesson;
    this.answered = false;
    this.#asked = this.#after = null;
    this.#stage = this.lesson.outlined ? 1 : 0;
  }

  next(): void {
    if (!this.answered || this.isLast) return;
    this.#begin(this.at + 1);
    this.#around().reached(this.at);
  }

  showHint(): void {
    if (this.mayHint) this.#stage = this.#stage ? 2 : 1;
  }

  #answer(after: Fields | null = null): void {
    this.#after = after;
    this.answered = true;
    this.#stage = 0;
  }

  #choosing(partial: Fields): void {
    const { awaits } = this.lesson;
    if (this.answered || awaits.act !== "choosing") return;
    const wanted = Object.entries(awaits.counts);
    if (wanted.every(([field, n]) => count(partial[field]) === n)) this.#answer();
  }

  #play(move: string): void {
    const { words, frame } = this.#around();
    const after = this.lesson.then?.[move];
    if (this.answered) return;
    if (after) this.#answer(after);
    else frame.refuse(words("page.lesson.other"));
  }

  async #whyNot(partial: Fields): Promise<Why> {
    const { awaits } = this.lesson;
    const { words, settings } = this.#around();
    const found = this.#position.refusals.find((one) =>
      one.partials.some((p) => isSame(p, partial)),
    );
    if (!found) return { code: "", sentence: words("page.lesson.other") };
    if (awaits.act === "why" && awaits.codes.includes(found.code)) this.#answer();
    return { code: found.code, sentence: found.says[settings.language] ?? found.says.en ?? "" };
  }

  /** What the board is given. */
  get board(): Fields {
    const { props } = this.#position;
    const { settings } = this.#around();
    const names = props.names as string[];
    return {
      shown: 0,
      selecting: {},
      happened: [],
      clock: null,
      ending: null,
      drawing: null,
      sending: null,
      undo: null,
      seats: names.map((name, seat) => ({
        seat,
        kind: seat ? "bot" : "person",
        name,
        away: false,
      })),
      ...props,
      ...this.#after,
      interactive: !this.answered,
      continuations: this.#asked,
      hint: this.#stage && this.lesson.hint ? { stage: this.#stage, line: this.lesson.hint } : null,
      settings: { ...settings, confirm: true },
      ask: (partial: Fields) => {
        const known = this.#position.asked.find((one) => isSame(one.partial, partial));
        this.#asked = { partial, moves: known?.moves ?? [] };
      },
      whyNot: (partial: Fields) => this.#whyNot(partial),
      choosing: (partial: Fields) => this.#choosing(partial),
      play: (move: string) => this.#play(move),
    };
  }
}
