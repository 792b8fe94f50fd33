/** What one more tile would have brought: a kind word for those who did not win. */
import type { Fields, Say } from "../contract";
import facts from "./facts.json";
import type { Standing } from "./view";

/** "One more cat next to its group would have scored 3 more." The one that would have brought the most; "" if none would. */
export function tellMissing(say: Say, standing: Fields): string {
  const { groups, personal_goal } = standing as Standing;
  const worth = (n: number) => facts.group_points[Math.min(n, facts.group_points.length - 1)]!;
  const found = groups.map(({ tile, cells }) => ({
    gain: worth(cells.length + 1) - worth(cells.length),
    text: say(`board.missing.${tile}`),
  }));
  if (personal_goal && personal_goal.matched < personal_goal.of) {
    const points = facts.personal_points;
    found.push({
      gain: points[personal_goal.matched + 1]! - points[personal_goal.matched]!,
      text: say("board.missing.personal"),
    });
  }
  found.sort((a, b) => b.gain - a.gain);
  const [best] = found;
  return best && best.gain > 0 ? say("board.missing", { what: best.text, n: best.gain }) : "";
}
