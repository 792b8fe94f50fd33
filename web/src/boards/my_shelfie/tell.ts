/** A move in words: for lists of moves, and for those who listen. */
import type { Fields, Say } from "../contract";
import { listTiles } from "./speech";
import { isLetter, type Letter } from "./tiles";
import type { Cell, View } from "./view";

/** The tiles that a move takes, in the order of placing. */
export function lettersOf(move: Fields, before: Fields): Letter[] {
  const room = (before as View).living_room;
  return (move.take as Cell[]).map(([r, c]) => room[r]?.[c]).filter(isLetter);
}

/** "2 trophies and 1 frame into column 3." */
export function tellMove(say: Say, move: Fields, before: Fields): string {
  const tiles = listTiles(say, lettersOf(move, before));
  return say("board.dock.hint_move", { tiles, n: (move.column as number) + 1 });
}
