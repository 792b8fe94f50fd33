/** A move in words: for lists of moves, and for those who listen. */
import type { Fields, Say } from "../contract";
import { nameCard, nameObjective } from "./speech";
import type { Side } from "./cards";
import type { Source } from "./view";

export const isSide = (side: unknown): side is Side => side === "front" || side === "back";

export function tellMove(say: Say, move: Fields): string {
  if (typeof move.place === "number" && isSide(move.side)) {
    return move.side === "back"
      ? say("board.face_down", { card: nameCard(say, move.place) })
      : nameCard(say, move.place);
  }
  if ("draw" in move) {
    const source = move.draw as Source;
    return typeof source === "number"
      ? say("board.last.drew", { what: nameCard(say, source) })
      : say(`board.last.deck.${source === "gold_deck" ? "gold" : "resource"}`);
  }
  if (isSide(move.starter_side)) return say(move.starter_side);
  if (typeof move.keep_objective === "number") return nameObjective(say, move.keep_objective);
  return ""; // not everybody may know it
}
