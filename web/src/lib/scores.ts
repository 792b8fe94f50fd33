/** Results of real matches that were counted here; they stay on this device. */

export interface CountedPlayer {
  name: string;
  total: number;
  sheet: unknown;
}

export interface Result {
  game: string;
  at: number;
  players: { name: string; total: number }[];
}

const KEY = "ludoteca.results";
const MOST = 50;

export function readResults(): Result[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Result[]) : [];
  } catch {
    return [];
  }
}

export function keepResults(results: Result[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(results.slice(0, MOST)));
  } catch {
    // forbidden: they last as long as the page
  }
}

/** Places in order of points: "1. Ada 42 · 2. Bo 38". */
export function tellResult(players: readonly { name: string; total: number }[]): string {
  return [...players]
    .sort((a, b) => b.total - a.total)
    .map(
      ({ name, total }, n, all) =>
        `${all.findIndex((one) => one.total === total) + 1}. ${name} ${total}`,
    )
    .join(" · ");
}
