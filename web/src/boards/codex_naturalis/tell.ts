/** A move in words: for lists of moves, and for those who listen. */
import type { Fields, Say } from "../contract";
import type { Side } from "./cards";
import { nameCard, nameObjective, tellWhere } from "./speech";
import type { Back, Source, View } from "./view";

export const isSide = (side: unknown): side is Side => side === "front" || side === "back";

/** "Gold fungi card, upper left of the starter card." Neither past nor to come: for both. */
export function tellMove(say: Say, move: Fields, before: Fields, seat: number | null): string {
  if (move.place && isSide(move.side)) {
    const name = nameCard(say, move.place as number | Back);
    const card = move.side === "back" ? say("board.face_down", { card: name }) : name;
    const area = seat === null ? undefined : (before as View).seats[seat]?.play_area;
    if (!area) return card;
    const spot = { x: move.x as number, y: move.y as number };
    return say("board.hint.place", { card, where: tellWhere(say, spot, area) });
  }
  if ("draw" in move) {
    const source = move.draw as Source;
    return typeof source === "number"
      ? say("board.tell.draw", { what: nameCard(say, source) })
      : say(`board.tell.deck.${source === "gold_deck" ? "gold" : "resource"}`);
  }
  if (isSide(move.starter_side)) return say(move.starter_side);
  if (typeof move.keep_objective === "number") return nameObjective(say, move.keep_objective);
  return ""; // not everybody may know it
}
