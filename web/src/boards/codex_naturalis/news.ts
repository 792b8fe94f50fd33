/** What happened, in one sentence each: for those who do not see the board. */

import type { Happening } from "../../lib/protocol";
import type { Say } from "../contract";
import { nameCard } from "./speech";
import type { Back, View } from "./view";

/** Tell what others did, and that it is the viewer's turn now. */
export function tellNews(
  say: Say,
  happened: readonly Happening[],
  before: View | null,
  after: View,
  seat: number | null,
  names: readonly string[],
): string[] {
  const news: string[] = [];
  for (const line of happened) {
    if (line.kind !== "move" || line.seat === null || line.seat === undefined) continue;
    const name = names[line.seat] ?? "";
    const own = line.seat === seat;
    const move = line.move;
    if (own)
      news.push(
        say(
          `board.news.own.${move && "draw" in move ? "draw" : move && "place" in move ? "place" : "choice"}`,
        ),
      );
    else if (move && "place" in move) {
      const n = after.seats[line.seat]!.points - (before?.seats[line.seat]?.points ?? 0);
      const named = nameCard(say, move.place as number | Back);
      const card = move.side === "back" ? say("board.face_down", { card: named }) : named;
      news.push(say("board.news.placed", { name, card, points: say("board.n_points", { n }) }));
    } else if (move && "draw" in move) {
      if (typeof move.draw === "number")
        news.push(say("board.news.drew_card", { name, card: nameCard(say, move.draw) }));
      else
        news.push(
          say(
            move.draw === "gold_deck"
              ? "board.news.drew_deck.gold"
              : "board.news.drew_deck.resource",
            { name },
          ),
        );
    } else news.push(say("board.news.chose", { name }));
  }
  if (after.last_round && before && !before.last_round) news.push(say("board.last_round"));
  return news;
}
