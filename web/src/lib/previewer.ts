/** Works out what a choice would bring, from the view that is known here. */
import type { Continuation, Fields } from "../boards/contract";
import type { Previews, Seen } from "../engine/previews";

/** What the page has of its games. */
export interface GameParts {
  /** What works out previews here; null where the server must be asked. */
  loadPreviews(game: string): Promise<Pick<Previews, "continuations"> | null>;
  /** Whether a game has a board of its own, and so needs no drawings in text. */
  hasBoard(game: string): boolean;
}

export const NOTHING: GameParts = { loadPreviews: async () => null, hasBoard: () => true };

export class Previewer {
  #parts: GameParts;
  #previews: Pick<Previews, "continuations"> | null = null;
  /** The game whose previews are there, or are being loaded. */
  #game = "";

  constructor(parts: GameParts) {
    this.#parts = parts;
  }

  /** Get ready for a game; until then, and where that fails, the server is asked. */
  async prepare(game: string): Promise<void> {
    if (this.#game === game) return;
    this.#game = game;
    this.#previews = null;
    const found = await this.#parts.loadPreviews(game);
    if (this.#game === game) this.#previews = found;
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
