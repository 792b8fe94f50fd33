/**
 * Thinks about a view as the server's adviser does: with the game's kernels, in the page.
 *
 * Rules, worlds, playouts, the tree and the judgement are kernels (`games/<id>.wasm`); how often each
 * move is tried is decided here as in `ludoteca.bots.mcts`. All numbers come from
 * `games/<id>.advice.json`. The same view, seed and playouts lead to the same lines.
 */
import type { Argument, Engine, Numbers, States } from "./engine.ts";

/** What is known of a game for a number of players. */
interface Knowledge {
  readonly width_below: number;
  readonly policy: number;
  readonly weights: readonly number[];
  readonly hidden: number;
  readonly network: readonly number[];
}

/** How the adviser searches, and what it knows; `ludoteca.coach.advice` explains where from. */
export interface AdviceFacts {
  readonly milliseconds: number;
  readonly lines: number;
  readonly width: number;
  readonly nodes: number;
  readonly seen: number;
  readonly open_after: number;
  readonly finish: number;
  readonly states: number;
  readonly deepest: number;
  readonly slice: number;
  readonly far_behind: number;
  readonly enough: number;
  readonly spread: number;
  readonly exploring: number;
  readonly judgement: number;
  readonly actions: number;
  readonly beliefs: number;
  readonly parts: number;
  readonly inputs: number;
  readonly horizon: number;
  readonly solo: number;
  readonly informed: number;
  readonly players: Readonly<Record<string, Knowledge>>;
}

/** A view to think about: the state of the game's engine. */
export interface Asked {
  view: Uint8Array;
  seat: number;
  players: number;
}

/** How long to think; with playouts alone the result depends only on view and seed. */
export interface Limit {
  milliseconds?: number;
  playouts?: number;
  /** Moves that are tried at most. */
  width: number;
  /** Moves at every other node, and the policy of playouts: 0 quick, 1 careful; else as known. */
  width_below?: number;
  policy?: number;
}

/** A move that was thought about, and what to expect of it. */
export interface Advised {
  action: number;
  win: number;
  score: number;
}

const TIMES = 1; // of the numbers of an edge: action, visits, node below
const [NODE, EDGE, SEEN] = [4, 3, 3];

/** Return the moves that were tried, the best first. */
export function think(
  engine: Engine,
  facts: AdviceFacts,
  asked: Asked,
  seed: number,
  limit: Limit = facts,
): Advised[] {
  const mark = engine.mark();
  try {
    const states = engine.states(facts.states);
    states.at(0).bytes.set(asked.view);
    const { moves, looks } = lookAt(engine, facts, asked, states, limit.width);
    const tree = new Tree(engine, facts, asked, states, moves, looks, limit);
    halve(tree, facts, moves.length, seed, limit);
    return tree.ranked();
  } finally {
    engine.release(mark);
  }
}

/** The moves that look best, without those that lead to the same position; as `search.candidates`. */
function lookAt(
  engine: Engine,
  facts: AdviceFacts,
  { seat, players }: Asked,
  states: States,
  most: number,
): { moves: number[]; looks: number[] } {
  const { weights } = facts.players[players]!;
  const [actions, values] = [0, 1].map(() => engine.numbers("i8", facts.actions)) as [
    Numbers<"i8">,
    Numbers<"i8">,
  ];
  const features = engine.numbers("i8", weights.length);
  const given = engine.given("i8", weights);
  const count = engine.call("rank_moves", states, seat, given, features, actions, values, 0, 1);
  const order = Array.from({ length: count }, (_, n) => ({
    action: Number(actions.view[n]),
    look: Number(values.view[n]),
  }));
  order.sort((one, other) => other.look - one.look || one.action - other.action);
  const found: typeof order = [];
  let alike = new Set<string>();
  for (const [n, move] of order.entries()) {
    if (found.length === most) break;
    if (order[n - 1]?.look !== move.look) alike = new Set();
    if (alike.size || order[n + 1]?.look === move.look) {
      const after = states.at(1);
      after.bytes.set(states.at(0).bytes);
      engine.call("apply", after, seat, move.action);
      const position = after.bytes.join();
      if (alike.has(position)) continue;
      alike.add(position);
    }
    found.push(move);
  }
  return { moves: found.map(({ action }) => action), looks: found.map(({ look }) => look) };
}

/** How many nodes a tree needs room for: all that its playouts can open; as `most_nodes`. */
function nodesFor(facts: AdviceFacts, { playouts }: Limit): number {
  if (playouts === undefined) return facts.nodes;
  return Math.min(facts.nodes, 1 + Math.floor(playouts / (facts.open_after - 1)));
}

/** A tree that grows from a view; as `search.forest`. */
class Tree {
  playouts = 0;
  readonly #engine: Engine;
  readonly #seat: number;
  readonly #players: number;
  readonly #moves: readonly number[];
  readonly #before: Argument[];
  readonly #after: Argument[];
  readonly #edges: Numbers<"i8">;
  readonly #values: Numbers<"f8">;
  readonly #ends: Numbers<"f8">;
  #worlds = 0;
  #turns = { of: "", given: null as Numbers | null };

  constructor(
    engine: Engine,
    facts: AdviceFacts,
    { seat, players }: Asked,
    states: States,
    moves: readonly number[],
    looks: readonly number[],
    limit: Limit,
  ) {
    this.#engine = engine;
    this.#seat = seat;
    this.#players = players;
    this.#moves = moves;
    const known = facts.players[players]!;
    const { weights, hidden, network } = known;
    const [nodes, width] = [nodesFor(facts, limit), limit.width_below ?? known.width_below];
    const rows = moves.length + (nodes - 1) * width;
    const horizon = hidden ? facts.horizon * players : 0;
    const beliefs = engine.numbers("i8", facts.beliefs);
    if (facts.beliefs) engine.call("weigh", states, seat, beliefs);
    const integers = (length: number) => engine.numbers("i8", length);
    const floats = (length: number) => engine.numbers("f8", length);
    this.#before = [
      ...[states, seat, players, engine.given("i8", weights), facts.spread, facts.exploring],
      ...[width, engine.given("i8", moves), engine.given("i8", looks), beliefs],
      ...[engine.given("f8", network), facts.judgement, horizon, horizon ? facts.finish : 1],
      ...[facts.solo, limit.policy ?? known.policy, facts.informed],
    ];
    this.#edges = engine.numbers("i8", rows, EDGE);
    this.#values = engine.numbers("f8", rows, players);
    this.#ends = engine.numbers("f8", moves.length, 2 * players + 1 + facts.parts);
    this.#after = [
      ...[integers(1), integers(Math.max(facts.inputs, weights.length)), floats(hidden)],
      ...[integers(facts.actions), integers(facts.actions), integers(players)],
      ...[floats(2 * players), integers(facts.deepest), engine.given("i8", [1])],
      ...[integers(facts.parts), engine.numbers("i8", nodes, NODE), this.#edges],
      ...[engine.numbers("i8", facts.seen * nodes, SEEN), floats(rows), this.#values, this.#ends],
    ];
  }

  /** Try some moves of the root, by their numbers, in the same worlds with the same luck. */
  growInTurn(turns: readonly number[], worlds: number, seed: number): void {
    const [first, playouts] = [this.#worlds * turns.length, worlds * turns.length];
    if (this.#turns.of !== turns.join())
      this.#turns = { of: turns.join(), given: this.#engine.given("i8", turns) };
    const these = [this.#turns.given!, first, playouts, seed];
    this.#engine.call("grow_tree", ...this.#before, ...these, ...this.#after);
    this.playouts += playouts;
    this.#worlds += worlds;
  }

  #times(move: number): number {
    return Number(this.#edges.view[EDGE * move + TIMES]);
  }

  /** What each move of the root was worth on average to its seat; -1: never tried. */
  worths(): number[] {
    const { view } = this.#values;
    return this.#moves.map((_, n) => {
      const times = this.#times(n);
      return times ? view[this.#players * n + this.#seat]! / times : -1;
    });
  }

  /** The moves that were tried: most often first, then what was worth most. */
  ranked(): Advised[] {
    const worths = this.worths();
    const order = this.#moves.map((action, n) => ({ n, action, times: this.#times(n) }));
    order.sort(
      (one, other) =>
        other.times - one.times || worths[other.n]! - worths[one.n]! || one.action - other.action,
    );
    const { view, lengths } = this.#ends;
    return order
      .filter(({ times }) => times)
      .map(({ n, action, times }) => {
        const at = n * lengths[1]!;
        const ended = at + this.#players;
        const win = view[at + this.#seat]! / times;
        return { action, win, score: view[ended + 1 + this.#seat]! / view[ended]! };
      });
  }
}

/** Try all moves equally often, then the better half, and so on; as `bots.mcts`. */
function halve(tree: Tree, facts: AdviceFacts, count: number, seed: number, limit: Limit): void {
  const used = stopwatch(limit);
  const rounds = Math.max(1, 32 - Math.clz32(count - 1));
  let active = Array.from({ length: count }, (_, n) => n);
  let [worlds, look, share] = [0, 0, 0];
  for (let round = 1; round <= rounds; round++) {
    while (share < round / rounds) {
      const more = Math.max(1, Math.floor(facts.slice / active.length));
      tree.growInTurn(active, more, seed);
      worlds += more;
      share = used(tree.playouts);
      if (worlds < look) continue;
      look = Math.floor((worlds * 5) / 4) + 1;
      active = near(active, tree.worths(), facts.far_behind / Math.sqrt(worlds));
      if (active.length === 1 || worlds >= facts.enough) return;
    }
    const worths = tree.worths();
    active.sort((one, other) => worths[other]! - worths[one]!);
    active = active.slice(0, Math.ceil(count / 2 ** round));
  }
}

/** Keep the moves that may still be the best one. */
function near(active: readonly number[], worths: readonly number[], behind: number): number[] {
  const least = Math.max(...active.map((move) => worths[move]!)) - behind;
  return active.filter((move) => worths[move]! >= least);
}

/** Say how much of a limit is used, the next slice of work included; 1 or more: stop. */
function stopwatch({ milliseconds, playouts }: Limit): (done: number) => number {
  const began = performance.now();
  let asked = began;
  return (done) => {
    const now = performance.now();
    const time = milliseconds ? (2 * now - asked - began) / milliseconds : 0;
    asked = now;
    return Math.max(time, playouts ? done / playouts : 0);
  };
}
