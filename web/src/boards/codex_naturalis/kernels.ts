/** A view of Codex Naturalis as a state of its kernels, and their numbers in the protocol's words. */
import type { Engine, State } from "../../engine/engine";
import type { Named, Seen, Wording } from "../../engine/previews";
import type { Back, CodexPosition } from "./position";
import type { CodexNotes, PlaceNotes, StarterNotes } from "./wire";

// All in the order of the kernels.
const KINDS = ["resource", "gold"] as const;
const KINGDOMS = ["fungi", "plant", "animal", "insect"] as const;
const SYMBOLS = [...KINGDOMS, "quill", "inkwell", "manuscript"] as const;
const SIDES = ["front", "back"] as const;
const PHASES = ["starter", "objective", "place", "draw", "over"] as const;
const RULES = [null, "covered_corner", "symbol", "flat"] as const;
const [TAKES_SIDE, KEEPS, DRAWS_FROM_DECK, DRAWS_FACE_UP] = [0, 1, 2, 3];

/** A card of which only the back is known is a negative number. */
const codeOf = (card: number | Back | null): number =>
  card === null || typeof card === "number"
    ? (card ?? 0)
    : -1 - KINGDOMS.length * KINDS.indexOf(card.kind) - KINGDOMS.indexOf(card.kingdom);

const backOf = (code: number): Back => ({
  kind: KINDS[Math.floor((-1 - code) / KINGDOMS.length)]!,
  kingdom: KINGDOMS[(-1 - code) % KINGDOMS.length]!,
});

function writeTable(state: State, { view, movers }: Seen): void {
  const { phase, last_round, first_seat, decks, face_up, common_objectives, seats } =
    view as CodexPosition;
  const fill = (name: string, values: readonly number[]) =>
    values.forEach((value, n) => (state.field(name)[n] = value));
  state.write("due", 0);
  state.write("phase", PHASES.indexOf(phase));
  state.write("turn", movers[0] ?? 0);
  state.write("first_seat", first_seat ?? -1);
  state.write("last_round", Number(last_round));
  const chosen = seats.map((_, at) => (movers.includes(at) ? 0 : 1 << at));
  state.write("chosen", phase === "starter" || phase === "objective" ? sum(chosen) : 0);
  const piles = KINDS.map((kind) => decks[kind]);
  fill(
    "top",
    piles.map(({ top }) => codeOf(top)),
  );
  fill(
    "below",
    piles.map(({ below }) => (typeof below === "number" ? below : below.length)),
  );
  fill(
    "face_up",
    KINDS.flatMap((kind) => face_up[kind]).map((card) => card ?? 0),
  );
  fill("common_objectives", common_objectives);
}

/** One's own hand, cards and points; of the others it matters only whether they can go on. */
function writeSeats(engine: Engine, state: State, { view, seat }: Seen): void {
  const { seats } = view as CodexPosition;
  seats.forEach((one, at) => {
    if (at !== seat) state.field("places")[at] = one.blocked ? 0 : 1;
    one.hand.forEach((card, n) => (state.field("hand")[3 * at + n] = codeOf(card)));
  });
  const own = seats[seat]!;
  state.field("starter")[seat] = own.starter ?? 0;
  own.objectives_dealt.forEach(
    (card, n) => (state.field("objectives_dealt")[2 * seat + n] = card ?? 0),
  );
  state.field("secret_objective")[seat] = own.secret_objective ?? 0;
  for (const { card, side, x, y } of own.play_area)
    engine.call("lay_card", state, seat, codeOf(card), SIDES.indexOf(side), x, y);
  state.field("points")[seat] = own.points;
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

const changesOf = (numbers: Named): StarterNotes["symbols"] =>
  Object.fromEntries(
    SYMBOLS.flatMap((name) => (numbers[name] ? [[name, numbers[name]]] : [])),
  ) as StarterNotes["symbols"];

function paidFor(numbers: Named): PlaceNotes["why"] {
  const rule = RULES[numbers.rule!];
  if (!rule) return null;
  const why = { rule, count: numbers.count!, each: numbers.each! };
  return rule === "symbol" ? { ...why, symbol: SYMBOLS[numbers.symbol!]! } : why;
}

const wording: Wording = {
  write(engine, state, seen) {
    writeTable(state, seen);
    writeSeats(engine, state, seen);
  },

  move({ kind, what, side, x, y }) {
    if (kind === TAKES_SIDE) return { starter_side: SIDES[what!]! };
    if (kind === KEEPS) return { keep_objective: what! };
    if (kind === DRAWS_FROM_DECK) return { draw: `${KINDS[what!]}_deck` };
    if (kind === DRAWS_FACE_UP) return { draw: what! };
    return { place: what!, side: SIDES[side!]!, x: x!, y: y! };
  },

  text(move) {
    if ("starter_side" in move) return move.starter_side as string;
    if ("keep_objective" in move) return `keep ${move.keep_objective}`;
    if ("draw" in move) return `draw ${String(move.draw).replace("_deck", "")}`;
    return `${move.place} ${move.side} ${move.x},${move.y}`;
  },

  points: ({ track, common_1, common_2, secret }) => ({
    track: track!,
    common: [common_1!, common_2!],
    secret: secret!,
  }),

  notes(numbers, move, { view, seat }): CodexNotes {
    if ("starter_side" in move) return { symbols: changesOf(numbers) };
    if ("keep_objective" in move) return { fulfilled: numbers.fulfilled! };
    if ("draw" in move) return { card: numbers.drawn || null, ...backOf(numbers.back!) };
    const { common_objectives, seats } = view as CodexPosition;
    const cards = [...common_objectives, seats[seat]!.secret_objective];
    const more = [numbers.common_1!, numbers.common_2!, numbers.secret!];
    return {
      symbols: changesOf(numbers),
      covers: numbers.covers!,
      why: paidFor(numbers),
      objectives: Object.fromEntries(
        cards.flatMap((card, n) => (more[n] ? [[String(card), more[n]]] : [])),
      ),
    };
  },
};

export default wording;
