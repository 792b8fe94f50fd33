/** How far an objective's next pattern or set has come: for the bars, no points hang on it. */

import { cardOf, objectiveOf } from "./cards";
import type { Sign } from "./kingdoms";
import type { Placement } from "./view";

export interface Progress {
  done: number;
  of: number;
}

/** Count the cards of the best unfinished pattern, or the symbols of the next set. */
export function progressOf(
  objective: number,
  area: readonly Placement[],
  symbols: Readonly<Record<Sign, number>>,
  finished: readonly (readonly (readonly number[])[])[] = [],
): Progress {
  const facts = objectiveOf(objective);
  if (facts.cells.length) return { done: bestPattern(objective, area, finished), of: 3 };
  const needs = Object.entries(facts.needs) as [Sign, number][];
  const sets = Math.min(...needs.map(([symbol, count]) => Math.floor(symbols[symbol] / count)));
  const of = needs.reduce((sum, [, count]) => sum + count, 0);
  const done = needs.reduce(
    (sum, [symbol, count]) => sum + Math.min(count, symbols[symbol] - sets * count),
    0,
  );
  return { done, of };
}

function bestPattern(
  objective: number,
  area: readonly Placement[],
  finished: readonly (readonly (readonly number[])[])[],
): number {
  const cells = objectiveOf(objective).cells;
  const used = new Set(finished.flat().map(([x, y]) => `${x},${y}`));
  const lying = new Map(area.map((card) => [`${card.x},${card.y}`, cardOf(card.card).kingdom]));
  let best = 0;
  for (const card of area) {
    for (const cell of cells) {
      const [x, y] = [card.x - cell.x, card.y - cell.y];
      let found = 0;
      for (const other of cells) {
        const key = `${x + other.x},${y + other.y}`;
        if (!lying.has(key)) continue;
        if (used.has(key) || lying.get(key) !== other.kingdom) {
          found = 0;
          break;
        }
        found += 1;
      }
      best = Math.max(best, Math.min(found, cells.length - 1));
    }
  }
  return best;
}
