/** The objective that was one card or one symbol away: a kind word for those who did not win. */
import type { Fields, Say } from "../contract";
import { objectiveOf } from "./cards";
import { progressOf } from "./progress";
import { nameObjective } from "./speech";
import type { Seat, Standing } from "./view";

/** The one that would have brought the most; "" if none was so near. */
export function tellMissing(say: Say, standing: Fields, board: Fields): string {
  const { play_area, symbols } = board as Seat;
  const near = (standing as Standing).objectives
    .filter(({ objective, cards }) => {
      const { done, of } = progressOf(objective, play_area, symbols, cards);
      return done === of - 1;
    })
    .map(({ objective }) => objectiveOf(objective))
    .sort((a, b) => b.points - a.points);
  const [best] = near;
  if (!best) return "";
  const what = say(best.cells.length ? "board.missing.card" : "board.missing.symbol");
  return say("board.missing", { what, objective: nameObjective(say, best.id), n: best.points });
}
