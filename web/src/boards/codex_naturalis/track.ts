/** The score track: where tokens stand, and how those too close together step up. */

export const TRACK_END = 29;
const CLOSE = 20;

/** Where tokens stand that are too close, by their number: a small heap, the first on the line. */
const HEAPS: readonly (readonly (readonly [dx: number, lift: number])[])[] = [
  [],
  [[0, 0]],
  [
    [0, 0],
    [11, 9],
  ],
  [
    [0, 0],
    [-9, 9],
    [9, 9],
  ],
  [
    [0, 0],
    [-9, 9],
    [9, 9],
    [0, 16],
  ],
];

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
  const heaps: { x: number; seats: number[] }[] = [];
  for (const seat of order) {
    const x = at(points[seat]!);
    const heap = heaps.find((one) => Math.abs(one.x - x) < CLOSE);
    if (heap) heap.seats.push(seat);
    else heaps.push({ x, seats: [seat] });
  }
  const tokens = heaps.flatMap((heap) =>
    heap.seats.map((seat, n) => {
      const [dx, lift] = HEAPS[heap.seats.length]![n]!;
      return { seat, x: at(points[seat]!) + dx, lift };
    }),
  );
  return tokens.sort((a, b) => order.indexOf(b.seat) - order.indexOf(a.seat));
}
