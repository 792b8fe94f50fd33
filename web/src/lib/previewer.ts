/** Works out what a choice would bring, and what to do, from the view that is known here. */
import type { Continuation, Fields, HintLine } from "../boards/contract";
import type { Advised } from "../engine/advice";
import type { Adviser } from "../engine/adviser";
import type { Previews, Seen } from "../engine/previews";
import type { Hint, PositionInfo, TableInfo } from "../protocol/messages";

type Known = Pick<Previews, "continuations" | "nameOf">;

/** What the page has of its games. */
export interface GameParts {
  /** What works out previews here; null where the server must be asked. */
  loadPreviews(game: string): Promise<Known | null>;
  /** What thinks about hints here; null where the server must. */
  loadAdviser(game: string): Promise<Pick<Adviser, "think"> | null>;
  /** Whether the page knows the rules by which the server plays. */
  mayWorkOut(): boolean;
  /** Whether a game has a board of its own, and so needs no drawings in text. */
  hasBoard(game: string): boolean;
}

export const NOTHING: GameParts = {
  loadPreviews: async () => null,
  loadAdviser: async () => null,
  mayWorkOut: () => true,
  hasBoard: () => true,
};

/** A position as one's seat knows it; null where there is none. */
export function seenBy(
  position: PositionInfo | null,
  seat: number | null,
  table: TableInfo | null,
): Seen | null {
  if (!position || seat === null || !table) return null;
  const { view, movers } = position;
  return { view, movers, seat, options: table.options };
}

export class Previewer {
  #parts: GameParts;
  #previews: Known | null = null;
  /** The game whose previews are there, or are being loaded. */
  #game = "";

  constructor(parts: GameParts) {
    this.#parts = parts;
  }

  /** Get ready for a game; until then, and where that fails, the server is asked. */
  async prepare(game: string): Promise<void> {
    if (this.#parts.mayWorkOut() && this.#game === game) return;
    this.#game = this.#parts.mayWorkOut() ? game : "";
    this.#previews = null;
    if (!this.#game) return;
    const found = await this.#parts.loadPreviews(game);
    if (this.#game === game) this.#previews = found;
  }

  /**
   * Find the best move. The server says whether a hint is allowed; it thinks only for a page that
   * can't. `ask` asks it, for the view alone or for lines; `seenAt` is what is known at a ply.
   */
  async hint(
    ask: (view: boolean) => Promise<Hint>,
    seenAt: (ply: number) => Seen | null,
  ): Promise<{ ply: number; line: HintLine | undefined }> {
    const here = this.#previews !== null && (await this.#parts.loadAdviser(this.#game)) !== null;
    let answer = await ask(here);
    const seen = answer.view ? seenAt(answer.ply) : null;
    const found = seen && (await this.#advise(seen, answer.view!));
    if (seen && !found) answer = await ask(false);
    return { ply: answer.ply, line: (found ?? (answer.lines as HintLine[]))[0] };
  }

  /** Think about a view that the server handed over; null: the server must. */
  async #advise(seen: Seen, packed: string): Promise<HintLine[] | null> {
    const [previews, adviser] = [this.#previews, await this.#parts.loadAdviser(this.#game)];
    try {
      const players = (seen.view.seats as unknown[]).length;
      const found = await adviser?.think(packed, seen.seat, players);
      const line = ({ action, win, score }: Advised) =>
        ({ ...previews!.nameOf(seen, action), win, score }) as HintLine;
      return found && previews ? found.map(line) : null;
    } catch {
      return null;
    }
  }

  /** List what could follow a choice; null: ask the server. */
  preview(seen: Seen, partial: Fields): Continuation[] | null {
    try {
      return this.#previews?.continuations(seen, partial) ?? null;
    } catch {
      this.#previews = null; // the rules are not those that this page knows
      return null;
    }
  }
}
