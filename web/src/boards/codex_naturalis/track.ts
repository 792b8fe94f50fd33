/** The score track: where tokens stand, and how those too close together step up. */

export const TRACK_END = 29;
const CLOSE = 20;
const STEP = 9;

export interface Token {
  seat: number;
  x: number;
  lift: number;
}

/** Place a token for each seat; the viewer's own stands in front and on the line. */
export function stackTokens(
  points: readonly number[],
  at: (points: number) => number,
  me: number,
): Token[] {
  const seats = points.map((_, seat) => seat);
  const order = [...seats].sort((a, b) => Number(b === me) - Number(a === me) || a - b);
  const placed: Token[] = [];
  for (const seat of order) {
    const x = at(points[seat]!);
    const close = placed.filter((token) => Math.abs(token.x - x) < CLOSE).map((token) => token.lift);
    const lift = close.length ? Math.max(...close) + STEP : 0;
    placed.push({ seat, x, lift: Math.min(lift, 2 * STEP) });
  }
  return placed.reverse();
}
