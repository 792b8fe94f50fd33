/** What each seat did last: the card it placed, what that brought, and what it drew. */
import type { Happening } from "../../lib/protocol";
import type { Say } from "../contract";
import { nameCard } from "./speech";
import type { Back, Source } from "./view";

export interface Last {
  placed: number | Back | null;
  drew: Source | null;
  /** Points of the placing; null if it was not seen. */
  gain: number | null;
}

/** Follow the lines of a match; a placing begins a new turn of its seat. */
export function lastOf(
  history: readonly Happening[],
  gains: ReadonlyMap<number, number>,
): Map<number, Last> {
  const found = new Map<number, Last>();
  for (const { kind, seat, move, ply } of history) {
    if (kind !== "move" || seat === null || !move) continue;
    if ("place" in move)
      found.set(seat, {
        placed: move.place as number | Back,
        drew: null,
        gain: gains.get(ply) ?? null,
      });
    else if ("draw" in move)
      found.set(seat, {
        ...(found.get(seat) ?? { placed: null, gain: null }),
        drew: move.draw as Source,
      });
  }
  return found;
}

/** Say it shortly: "+3 · drew: gold fungi card". */
export function tellLast(say: Say, last: Last | undefined): string {
  if (!last) return "";
  const parts = [];
  if (last.gain) parts.push(say("board.last.placed", { n: last.gain }));
  if (last.drew !== null) {
    parts.push(
      typeof last.drew === "number"
        ? say("board.last.drew", { what: nameCard(say, last.drew) })
        : say(`board.last.deck.${last.drew === "gold_deck" ? "gold" : "resource"}`),
    );
  }
  return parts.join(" · ");
}
