/** A hint in words: first what to look at, then the move and what it brings. */
import type { HintLine, Say } from "../contract";
import type { Side } from "./cards";
import { describeDrawn, nameCard, nameObjective, tellReason, tellWhere } from "./speech";
import { outcomesOf, type Source, type View } from "./view";

export function hintSentence(
  say: Say,
  hint: { stage: 1 | 2; line: HintLine } | null,
  view: View,
  seat: number,
): string {
  if (!hint) return "";
  const { move, outcome } = hint.line;
  const first = hint.stage === 1;
  if ("place" in move) {
    const card = nameCard(say, move.place as number);
    if (first) return say("board.hint.card", { card });
    const spot = { x: move.x as number, y: move.y as number };
    const where = tellWhere(say, spot, view.seats[seat]!.play_area);
    const [found] = outcome ? outcomesOf([outcome]) : [];
    const why = found ? tellReason(say, found) : "";
    return found && found.points > 0 && why
      ? say("board.hint.place_points", { card, where, n: found.points, why })
      : say("board.hint.place", { card, where });
  }
  if ("draw" in move) {
    if (first) return say("board.hint.draw");
    const source = move.draw as Source;
    const what =
      typeof source === "number"
        ? `${nameCard(say, source)}, ${describeDrawn(say, source)}`
        : say(source === "gold_deck" ? "board.deck.gold" : "board.deck.resource");
    return say("board.hint.draw_what", { what });
  }
  if ("starter_side" in move)
    return first ? say("board.choose_side") : say(`board.hint.${move.starter_side as Side}`);
  if ("keep_objective" in move)
    return first
      ? say("board.hint.choose")
      : say("board.hint.keep", { what: nameObjective(say, move.keep_objective as number) });
  return "";
}
