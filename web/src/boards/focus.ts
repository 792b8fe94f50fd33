/** Keeps the focus of who plays by keys: what has it may go away with a move. */

export class FocusRestorer {
  /** The focus was last seen on the board, and it was shown: keys had brought it there. */
  #isHere = false;

  /** Follow the focus; gives how to stop. */
  watch(board: HTMLElement): () => void {
    const note = ({ target }: FocusEvent) => {
      this.#isHere =
        board.contains(target as Element) && (target as Element).matches(":focus-visible");
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }

  /** If the focus has gone with what had it, go on from the first of these that there is. */
  mend(board: HTMLElement, places: readonly string[]): void {
    const { activeElement } = document;
    const isLost =
      !activeElement || activeElement === document.body || activeElement.matches(":disabled");
    if (!this.#isHere || !isLost) return;
    for (const place of places) {
      const found = board.querySelector<HTMLElement>(place);
      if (found) return found.focus({ preventScroll: true });
    }
  }
}
