/** Counts a bookshelf of the real game, part by part. */
import facts from "./facts.json";
import { isLetter, type Letter } from "./tiles";
import type { Cell } from "./view";

export interface Sheet {
  /** Six strings of five, the top row first; a dot is an empty cell. */
  rows: string[];
  /** The scoring tokens of the two common goals; 0 for none. */
  tokens: [number, number];
  end: boolean;
  /** Tiles that lie where the personal goal wants them. */
  matched: number;
}

export const emptySheet = (): Sheet => ({
  rows: Array.from({ length: 6 }, () => "....."),
  tokens: [0, 0],
  end: false,
  matched: 0,
});

/** Find the groups of three and more tiles of a kind that touch, the largest first. */
export function groupsOf(
  rows: readonly string[],
): { tile: Letter; cells: Cell[]; points: number }[] {
  const seen = new Set<string>();
  const found: { tile: Letter; cells: Cell[]; points: number }[] = [];
  rows.forEach((row, r) =>
    [...row].forEach((tile, c) => {
      if (!isLetter(tile) || seen.has(`${r},${c}`)) return;
      const cells: Cell[] = [];
      const open: Cell[] = [[r, c]];
      seen.add(`${r},${c}`);
      while (open.length) {
        const [y, x] = open.pop()!;
        cells.push([y, x]);
        for (const [ny, nx] of [
          [y - 1, x],
          [y + 1, x],
          [y, x - 1],
          [y, x + 1],
        ] as const) {
          const key = `${ny},${nx}`;
          if (rows[ny]?.[nx] !== tile || seen.has(key)) continue;
          seen.add(key);
          open.push([ny, nx]);
        }
      }
      const points = facts.group_points[Math.min(cells.length, facts.group_points.length - 1)]!;
      if (points) found.push({ tile, cells, points });
    }),
  );
  return found.sort((a, b) => b.points - a.points);
}

export interface Parts {
  common: number;
  end: number;
  personal: number;
  groups: number;
  total: number;
}

export function countSheet({ rows, tokens, end, matched }: Sheet): Parts {
  const common = tokens[0] + tokens[1];
  const ended = end ? facts.end_game_points : 0;
  const personal = facts.personal_points[matched] ?? 0;
  const groups = groupsOf(rows).reduce((sum, one) => sum + one.points, 0);
  return { common, end: ended, personal, groups, total: common + ended + personal + groups };
}
