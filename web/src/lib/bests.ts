/** What a result means among one's own matches: the best so far, and how it stands with a rival. */
import type { PastMatch } from "./api";

export interface Bests {
  /** The best total before this match; null without one. */
  best: number | null;
  /** Matches won and lost against the same single rival, this one included. */
  won: number;
  lost: number;
}

const totalOf = (match: PastMatch): number | null => {
  const total = match.scores?.total;
  return typeof total === "number" ? total : null;
};

/** Look through the finished matches of one game with as many players. */
export function bestsOf(past: readonly PastMatch[], id: string): Bests {
  const now = past.find((one) => one.match === id);
  const alike = past.filter(
    (one) => now && one.game === now.game && one.players.length === now.players.length,
  );
  const before = alike.filter((one) => one.match !== id).flatMap((one) => totalOf(one) ?? []);
  const rival = (one: PastMatch) => one.players.find((_, seat) => seat !== one.seat);
  const met = now?.players.length === 2 ? alike.filter((one) => rival(one) === rival(now)) : [];
  return {
    best: before.length ? Math.max(...before) : null,
    won: met.filter((one) => one.rank === 1).length,
    lost: met.filter((one) => (one.rank ?? 0) > 1).length,
  };
}
