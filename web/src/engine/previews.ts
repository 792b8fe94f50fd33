/**
 * What a move would bring, worked out in the page from the view it has got.
 *
 * The rules are the game's own kernels, `games/<id>.preview.wasm`. A view becomes a state of theirs
 * in which all that is hidden stays blank; what they answer in numbers is worded as the server words
 * it (`boards/<id>/kernels.ts`). The server still decides: this only saves asking it.
 */
import type { Continuation, Fields } from "../boards/contract";
import { Engine, type Facts, type Numbers, type State } from "./engine.ts";

/** The description of a module of previews: also what its kernels write, by name. */
export interface PreviewFacts extends Facts {
  readonly options: Readonly<Record<string, readonly (string | number)[]>>;
  readonly move: readonly string[];
  readonly points: readonly string[];
  readonly notes: readonly string[];
}

/** What a kernel wrote, by name. */
export type Named = Readonly<Record<string, number>>;

/** A position as one seat may know it. */
export interface Seen {
  view: Fields;
  movers: readonly number[];
  seat: number;
  options: Readonly<Record<string, string | number>>;
}

/** A score: numbers, or several of a kind. */
export type Parts = Record<string, number | number[]>;

/** How a game's numbers and its JSON go together. */
export interface Wording {
  /** Write a view into a state on which `start` was called; what is hidden stays blank. */
  write(engine: Engine, state: State, seen: Seen): void;
  /** The fields of a move. */
  move(numbers: Named): Fields;
  /** What `play_move` takes as `move`. */
  text(move: Fields): string;
  /** The parts of a score, without the total. */
  points(numbers: Named): Parts;
  notes(numbers: Named, move: Fields, seen: Seen): Fields;
}

const SECTION = "ludoteca";
/** As many as the server works out. */
const MOST = 200;

/** The previews of one game. */
export class Previews {
  readonly #engine: Engine;
  readonly #facts: PreviewFacts;
  readonly #wording: Wording;
  readonly #state: State;
  readonly #after: State;

  private constructor(engine: Engine, facts: PreviewFacts, wording: Wording) {
    this.#engine = engine;
    this.#facts = facts;
    this.#wording = wording;
    const states = engine.states(2);
    this.#state = states.at(0);
    this.#after = states.at(1);
  }

  static async load(source: BufferSource, wording: Wording): Promise<Previews> {
    const module = await WebAssembly.compile(source);
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (!section) throw new TypeError("the module has no description");
    const facts = JSON.parse(new TextDecoder().decode(section)) as PreviewFacts;
    return new Previews(await Engine.load(module, facts), facts, wording);
  }

  /** List the legal moves that contain a partial one, each with what it would bring. */
  continuations(seen: Seen, partial: Fields): Continuation[] {
    const mark = this.#engine.mark();
    try {
      return this.#continuations(seen, partial);
    } finally {
      this.#engine.release(mark);
    }
  }

  #continuations(seen: Seen, partial: Fields): Continuation[] {
    const [engine, state, after] = [this.#engine, this.#state, this.#after];
    const { seat } = seen;
    this.#set(seen);
    if (!engine.call("may_move", state, seat)) return [];
    const move = this.#writer("move");
    const points = this.#writer("points");
    const notes = this.#writer("notes");
    const gains = engine.numbers("i8", this.#facts.points.length);
    const found: { action: number; move: Fields }[] = [];
    const count = engine.call("count_legal", state, seat);
    for (let n = 0; n < count; n++) {
      const action = engine.call("nth_legal", state, seat, n);
      engine.call("move_into", state, seat, action, move.out);
      const fields = this.#wording.move(move.read());
      if (contains(fields, partial)) found.push({ action, move: fields });
    }
    found.sort((one, other) => one.action - other.action);
    engine.call("points_into", state, seat, points.out);
    const before = [...points.out.view];
    const first = totalled(this.#wording.points(points.read()));
    return found.slice(0, MOST).map(({ action, move: fields }) => {
      after.bytes.set(state.bytes);
      engine.call("apply", after, seat, action);
      engine.call("points_into", after, seat, points.out);
      before.forEach((then, n) => (gains.view[n] = points.out.view[n]! - then));
      engine.call("notes_into", state, seat, action, after, gains, notes.out);
      return {
        text: this.#wording.text(fields),
        move: fields as Continuation["move"],
        points: gainOf(first, totalled(this.#wording.points(points.read()))),
        notes: this.#wording.notes(notes.read(), fields, seen) as Continuation["notes"],
      };
    });
  }

  /** Name one of the game's actions in a position. */
  nameOf(seen: Seen, action: number): { text: string; move: Fields } {
    const mark = this.#engine.mark();
    this.#set(seen);
    const { out, read } = this.#writer("move");
    this.#engine.call("move_into", this.#state, seen.seat, action, out);
    this.#engine.release(mark);
    const move = this.#wording.move(read());
    return { text: this.#wording.text(move), move };
  }

  /** Make a view the state. */
  #set(seen: Seen): void {
    const chosen = Object.entries(this.#facts.options).map(([key, values]) =>
      Math.max(0, values.indexOf(seen.options[key] ?? values[0]!)),
    );
    this.#state.bytes.fill(0);
    const players = (seen.view.seats as unknown[]).length;
    this.#engine.call("start", this.#state, players, this.#engine.given("i8", chosen));
    this.#wording.write(this.#engine, this.#state, seen);
  }

  /** Make room for what a kernel writes, to be read by name. */
  #writer(what: "move" | "points" | "notes"): { out: Numbers<"i8">; read(): Named } {
    const names = this.#facts[what];
    const out = this.#engine.numbers("i8", names.length);
    const read = () => {
      const { view } = out;
      return Object.fromEntries(names.map((name, n) => [name, Number(view[n])]));
    };
    return { out, read };
  }
}

/** Whether a move has all fields of a partial one. */
function contains(move: Fields, partial: Fields): boolean {
  return Object.entries(partial).every(
    ([name, value]) => name in move && JSON.stringify(move[name]) === JSON.stringify(value),
  );
}

function totalled(parts: Parts): Parts {
  const total = Object.values(parts)
    .flat()
    .reduce((sum, points) => sum + points, 0);
  return { ...parts, total };
}

/** The change of each part of a score that changes, and of the total; as `gain_of` in Python. */
function gainOf(before: Parts, after: Parts): Continuation["points"] {
  const gain: Parts = {};
  for (const [name, now] of Object.entries(after)) {
    const then = before[name]!;
    if (name !== "total" && String(now) === String(then)) continue;
    gain[name] = Array.isArray(now)
      ? now.map((points, n) => points - (then as number[])[n]!)
      : now - (then as number);
  }
  return gain as Continuation["points"];
}
