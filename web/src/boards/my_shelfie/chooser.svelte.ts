/** What somebody has chosen so far: taps, drags and keys all work the same machine. */
import type { BoardProps, Continuation } from "../contract";
import { has, isSame, move, neighbours, partners, putBack, reorder } from "./choosing";
import { asSentence, type CellState, join, moveText, tellReasons, type Reasons } from "./speech";
import { isLetter, type Letter } from "./tiles";
import type { Cell, Choices, Notes, Standing, View } from "./view";

/** Refusals of the rules that the board says in words of its own, with what to do instead. */
const SHUT_IN = new Set(["no_free_side", "freed_by_this_take"]);
const SAID = new Set([
  ...SHUT_IN,
  "not_in_a_line",
  "gap",
  "too_many_tiles",
  "no_room",
  "column_too_full",
]);

export class Chooser {
  /** In the order of placing, the first one lowest. */
  taken = $state.raw<readonly Cell[]>([]);
  column = $state<number | null>(null);
  peeked = $state<number | null>(null);
  refused = $state.raw<Cell | null>(null);
  /** The neighbours that shut in the tile that was refused. */
  blocking = $state.raw<readonly Cell[]>([]);
  #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  get #choices(): Choices {
    return this.#props().choices as Choices;
  }
  get view(): View {
    return this.#props().view as View;
  }
  get takes(): Cell[][] {
    return this.#choices.takes ?? [];
  }
  get room(): number[] {
    return this.#choices.room ?? [];
  }
  /** Something may be chosen now. */
  get active(): boolean {
    return this.#props().interactive && this.takes.length > 0;
  }
  /** The tiles that may be taken next. */
  free = $derived.by(() => (this.active ? partners(this.takes, this.taken) : []));
  letters = $derived.by(() => this.taken.map((cell) => this.#letter(cell)).filter(isLetter));
  /** What each column would bring, as far as it is known. */
  outcomes = $derived.by(() => {
    const { continuations } = this.#props();
    const asked = continuations?.partial.take as Cell[] | undefined;
    const fresh =
      asked?.length === this.taken.length && asked.every((cell, n) => isSame(cell, this.taken[n]!));
    const moves = fresh ? continuations!.moves : [];
    return new Map(moves.map((one) => [one.move.column as number, one]));
  });
  outcome = $derived.by((): Continuation | undefined =>
    this.column === null ? undefined : this.outcomes.get(this.column),
  );
  notes = $derived.by(() => this.outcome?.notes as Notes | undefined);
  reasons = $derived.by((): Reasons | null => {
    const { words, standing, seat } = this.#props();
    if (!this.outcome) return null;
    const goal = (standing as Standing[])[seat ?? -1]?.personal_goal?.cells ?? [];
    return tellReasons(words, this.outcome, this.letters, goal);
  });

  #letter(cell: Cell): Letter | undefined {
    const mark = this.view.living_room[cell[0]]?.[cell[1]];
    return isLetter(mark) ? mark : undefined;
  }

  fits(column: number): boolean {
    return (this.room[column] ?? 0) >= Math.max(1, this.taken.length);
  }

  stateOf(cell: Cell): CellState {
    if (has(this.taken, cell)) return "taken";
    if (!this.active) return "still";
    if (has(this.free, cell)) return "free";
    return this.taken.length && this.takes.some((take) => take.length === 1 && has(take, cell))
      ? "other"
      : "blocked";
  }

  // What one does

  tap(cell: Cell): void {
    const { frame, words } = this.#props();
    if (has(this.taken, cell)) {
      if (!this.active) return;
      this.#take(putBack(this.takes, this.taken, cell));
      frame.sound("back");
    } else if (has(this.free, cell)) {
      this.#take([...this.taken, cell]);
      frame.sound("lift");
      const more = this.free.map((one) => this.#letter(one)).filter(isLetter);
      const tile = words(`board.tile.${this.#letter(cell)}`);
      const kinds = [...new Set(more)].map((letter) => words(`board.tile.${letter}`));
      frame.announce(
        more.length
          ? words("board.told.taken", { tile, more: join(words, kinds) })
          : words("board.told.taken_last", { tile }),
      );
    } else if (isLetter(this.view.living_room[cell[0]]?.[cell[1]])) {
      void this.#refuse({ take: [...this.taken, cell] }, cell);
    }
  }

  #take(cells: readonly Cell[]): void {
    const { ask, choosing } = this.#props();
    this.taken = cells;
    this.refused = null;
    this.blocking = [];
    if (this.column !== null && !this.fits(this.column)) this.column = null;
    if (!cells.length) this.column = null;
    else ask({ take: cells });
    choosing(cells.length ? this.#partial() : {});
  }

  #partial(): Record<string, unknown> {
    return this.column === null ? { take: this.taken } : { take: this.taken, column: this.column };
  }

  choose(column: number): void {
    const { frame, words, settings, choosing } = this.#props();
    if (!this.active) return;
    if (!this.taken.length) {
      frame.refuse(words("board.dock.start"));
    } else if (!this.fits(column)) {
      void this.#refuse({ take: this.taken, column }, null);
    } else if (this.column === column || !settings.confirm) {
      this.column = column;
      this.place();
    } else {
      this.column = column;
      this.peeked = null;
      this.blocking = [];
      frame.sound("choose");
      choosing(this.#partial());
      this.#tellColumn();
    }
  }

  #tellColumn(): void {
    const { frame, words } = this.#props();
    if (this.column === null || !this.reasons) return;
    const { points, title } = this.reasons;
    frame.announce(
      points
        ? words("board.told.column", { n: this.column + 1, points, why: title })
        : words("board.told.column_only", { n: this.column + 1 }),
    );
  }

  /** Make the move; what it would bring need not be known yet. */
  place(): void {
    if (!this.active || this.column === null) return;
    this.#props().play(moveText(this.taken, this.column));
  }

  async #refuse(partial: Record<string, unknown>, cell: Cell | null): Promise<void> {
    const { whyNot, frame, words } = this.#props();
    this.refused = null;
    this.blocking = [];
    const { code, sentence } = await whyNot(partial);
    if (!sentence) return;
    this.refused = cell;
    if (cell && SHUT_IN.has(code)) this.blocking = neighbours(this.view.living_room, cell);
    const column = partial.column as number | undefined;
    const at = document.querySelector(
      cell ? `[data-room="${cell.join(",")}"]` : `[data-column="${column}"]`,
    );
    const n = (partial.take as Cell[]).length;
    const values = { n, column: (column ?? 0) + 1, room: this.room[column ?? -1] ?? 0 };
    frame.refuse(
      SAID.has(code) ? words(`board.refused.${code}`, values) : asSentence(sentence),
      at,
    );
  }

  why(cell: Cell): void {
    if (this.stateOf(cell) !== "taken" && this.stateOf(cell) !== "free") this.tap(cell);
  }

  move(from: number, to: number): void {
    if (from !== to) this.#take(move(this.taken, from, to));
  }

  reorder(): void {
    if (this.taken.length < 2) return;
    this.#take(reorder(this.taken));
    this.#props().frame.sound("lift");
  }

  /** One step back: the column, then the tile taken last. */
  back(): boolean {
    if (!this.active || !this.taken.length) return false;
    if (this.column !== null) this.column = null;
    else this.#take(this.taken.slice(0, -1));
    this.#props().choosing(this.taken.length ? this.#partial() : {});
    this.#props().frame.sound("back");
    return true;
  }

  startOver(): void {
    this.#take([]);
    this.#props().frame.sound("back");
  }

  /** A new position: what was chosen is gone. */
  clear(): void {
    this.taken = [];
    this.column = null;
    this.peeked = null;
    this.refused = null;
    this.blocking = [];
  }
}
