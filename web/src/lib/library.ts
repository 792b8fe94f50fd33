/** Which matches of a list are wanted: by game, by how they ended, and by what is typed. */
import type { PastMatch } from "./api";

export interface Wanted {
  /** A game's id; empty for all. */
  game: string;
  result: "all" | "won" | "lost";
  text: string;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Keep the matches that are wanted; `said` is everything that is read of a match. */
export function choose(
  matches: readonly PastMatch[],
  wanted: Wanted,
  said: (match: PastMatch) => string,
): PastMatch[] {
  const parts = plain(wanted.text).split(/\s+/).filter(Boolean);
  return matches.filter((one) => {
    if (wanted.game && one.game !== wanted.game) return false;
    if (wanted.result === "won" && one.rank !== 1) return false;
    if (wanted.result === "lost" && (one.rank ?? 1) === 1) return false;
    const text = plain(said(one));
    return parts.every((part) => text.includes(part));
  });
}
