/** A view of My Shelfie as a state of its kernels, and their numbers in the words of the protocol. */
import type { Named, Seen, Wording } from "../../engine/previews";
import type { ShelfiePosition } from "./position";
import type { ShelfieMove, ShelfieNotes } from "./wire";

/** In the order of the kernels. */
const LETTERS = "CBGFTP";

type Put = (row: number, column: number, kind: number) => void;

function putTiles(rows: readonly string[], put: Put): void {
  for (const [row, marks] of rows.entries())
    for (const [column, mark] of [...marks].entries()) {
      const kind = LETTERS.indexOf(mark);
      if (kind >= 0) put(row, column, kind);
    }
}

const wording: Wording = {
  write(engine, state, { view, movers, seat }: Seen) {
    const { living_room, common_goals, seats } = view as ShelfiePosition;
    state.write("due", 0);
    state.write("turn", movers[0] ?? 0);
    const goals = common_goals.map(({ goal }) => goal);
    const [cards, taken, tokens] = ["common_goals", "tokens_taken", "tokens"].map((name) =>
      state.field(name),
    );
    common_goals.forEach(({ goal, tokens_left }, n) => {
      cards![n] = goal;
      taken![n] = seats.length - tokens_left.length;
    });
    putTiles(living_room, (row, column, kind) =>
      engine.call("put_in_room", state, row, column, kind),
    );
    seats.forEach((one, at) => {
      for (const { goal, points } of one.tokens) tokens![2 * at + goals.indexOf(goal)] = points;
      if (one.end_game_token) state.write("end_game_token", at);
    });
    state.field("personal_goal")[seat] = seats[seat]!.personal_goal ?? 0;
    putTiles(seats[seat]!.bookshelf, (row, column, kind) =>
      engine.call("put_in_bookshelf", state, seat, row, column, kind),
    );
  },

  move(numbers: Named): ShelfieMove {
    const cell = (n: number): [number, number] => [numbers[`row_${n}`]!, numbers[`column_${n}`]!];
    return {
      take: [1, 2, 3].slice(0, numbers.tiles).map(cell),
      column: numbers.column!,
    };
  },

  text(move) {
    const { take, column } = move as ShelfieMove;
    const cells = take.map(([row, at]) => `${"abcdefghi"[at]}${row + 1}`);
    return `${cells.join("")}>${column + 1}`;
  },

  points: (numbers) => ({ ...numbers }),

  notes(numbers, move, { view }): ShelfieNotes {
    const { take, column } = move as ShelfieMove;
    const goals = (view as ShelfiePosition).common_goals;
    return {
      personal_goal: { before: numbers.matched_before!, after: numbers.matched_after! },
      common_goals: goals.flatMap(({ goal }, n) => {
        const points = numbers[`token_${n + 1}`]!;
        return points ? [{ goal, reached: true as const, points }] : [];
      }),
      fills_bookshelf: numbers.fills_bookshelf !== 0,
      cells: take.map((_, n) => [numbers.lowest! - n, column]),
    };
  },
};

export default wording;
