/** What is said to somebody who plays or waits: in the turn bar, under it, and in the dock. */
import type { BoardProps, Say } from "../contract";
import { isLetter } from "./tiles";
import { listTiles, tellReasons } from "./speech";
import type { Cell, Standing, View } from "./view";

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
  if (chosen.taken.length)
    return words(chosen.free.length ? "board.dock.more" : "board.dock.alone");
  return hint ? hintSentence(props) : words("board.dock.start");
}

/** A hint in words: first what to look at, then the move and what it brings; "" without one. */
export function hintSentence({ words, view, hint, standing, seat }: BoardProps): string {
  if (!hint) return "";
  const { take, column } = hint.line.move as { take: Cell[]; column: number };
  const letters = take.map(([r, c]) => (view as View).living_room[r]?.[c]).filter(isLetter);
  if (!letters.length) return "";
  if (hint.stage === 1)
    return words("board.dock.hint", { tiles: words(`board.many.${letters[0]}`) });
  const move = { tiles: listTiles(words, letters), n: column + 1 };
  const { outcome } = hint.line;
  const goal = (standing as Standing[])[seat ?? -1]?.personal_goal?.cells ?? [];
  const reasons = outcome && tellReasons(words, outcome, letters, goal);
  if (!reasons || reasons.points <= 0) return words("board.dock.hint_move", move);
  return words("board.dock.hint_why", { ...move, points: reasons.points, why: reasons.title });
}
