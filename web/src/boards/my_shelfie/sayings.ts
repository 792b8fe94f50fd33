/** What is said to somebody who plays or waits: in the turn bar, under it, and in the dock. */
import type { BoardProps, Say } from "../contract";
import { isLetter } from "./tiles";
import type { Cell, View } from "./view";

/** So many tiles may be taken at most; which ones, the choices say. */
export const MOST = 3;

export interface Chosen {
  active: boolean;
  taken: readonly Cell[];
  /** Tiles that may follow. */
  free: readonly Cell[];
  column: number | null;
}

/** The sentence of the turn bar; null for the usual one. */
export function turnSentence(words: Say, chosen: Chosen): string | null {
  const n = chosen.taken.length;
  if (!chosen.active) return null;
  if (!n) return words("board.turn.start");
  if (chosen.column !== null) return words("board.turn.place", { n, column: chosen.column + 1 });
  return words(chosen.free.length ? "board.turn.more" : "board.turn.column");
}

/** The ribbon once a bookshelf is full. */
export function ribbonSentence(
  words: Say,
  view: View,
  seat: number | null,
  names: readonly string[],
): string | null {
  const ender = view.seats.findIndex((one) => one.end_game_token);
  if (ender < 0 || view.over) return null;
  if (ender === seat) return words("board.last_turns.you");
  return words("board.last_turns", { name: names[ender] ?? "" });
}

/** What the dock says while there are no points to tell. */
export function dockSentence(props: BoardProps, chosen: Chosen, gained: number): string {
  const { words, names, hint } = props;
  const view = props.view as View;
  if (view.over) return words("board.dock.over_text");
  if (!chosen.active) {
    if (view.to_move === null || view.to_move === props.seat) return "";
    const name = names[view.to_move] ?? "";
    return gained > 0
      ? words("board.dock.gained", { n: gained, name })
      : words("board.dock.waiting", { name });
  }
  if (chosen.taken.length === MOST) return words("board.dock.most");
  if (chosen.taken.length) return words(chosen.free.length ? "board.dock.more" : "board.dock.alone");
  return (hint && hintSentence(words, view, hint.line.move.take as Cell[] | undefined)) || words("board.dock.start");
}

function hintSentence(words: Say, view: View, take: readonly Cell[] | undefined): string {
  const [row, column] = take?.[0] ?? [0, 0];
  const mark = view.living_room[row]?.[column];
  return isLetter(mark) ? words("board.dock.hint", { tiles: words(`board.many.${mark}`) }) : "";
}
