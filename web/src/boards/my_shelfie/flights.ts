/** Things on their way over the board: tiles to a bookshelf, points and tokens to a score. */
import type { Box } from "./geometry";
import type { Letter } from "./tiles";

export interface Flight {
  id: number;
  from: Box;
  to: Box;
  delay: number;
  /** A tile of a seat that will lie in a cell, which stays empty until it has landed. */
  tile?: { seat: number; cell: string; letter: Letter; drawing: number; row: number };
  /** It lies where it was taken, outlined in its seat's colour, for so long before it flies. */
  outlined?: number;
  /** Or points of a seat, or a token. */
  points?: number;
  seat?: number;
  token?: number;
}

export interface Course {
  frames: Keyframe[];
  duration: number;
}

const ARC = 260;
const ROW = 40;

/** The side in which a thing is drawn: the larger of both, so that it stays sharp on its way. */
export const drawnSide = ({ from, to }: Flight): number => Math.max(from.width, to.width);

/** How a thing moves: an arc over the column and a fall with one small bounce, or a plain arc. */
export function course(flight: Flight): Course {
  const { from, to } = flight;
  const side = drawnSide(flight);
  const scale = from.width / side;
  const last = to.width / side;
  const landed = `scale(${last})`;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
  if (!flight.tile) {
    const half = {
      transform: `translate(${x * 0.45}px, ${y * 0.45 - 50}px) scale(${(last + scale) / 2 + 0.2})`,
    };
    const easing = "cubic-bezier(.2,.8,.2,1)";
    return {
      frames: [
        { ...start, easing, opacity: 0 },
        { ...half, easing, opacity: 1 },
        { transform: landed, opacity: 1 },
      ],
      duration: flight.token ? 450 : 500,
    };
  }
  const rows = flight.tile.row + 1.3;
  const fall = ROW * rows + 60;
  const duration = ARC + fall + 90;
  const above = -rows * to.height;
  return {
    frames: [
      { ...start, easing: "cubic-bezier(.2,.8,.2,1)" },
      {
        transform: `translate(0, ${above}px) ${landed}`,
        offset: ARC / duration,
        easing: "cubic-bezier(.55,0,.9,.45)",
      },
      { transform: landed, offset: (ARC + fall) / duration, easing: "ease-out" },
      {
        transform: `translateY(${-0.06 * to.height}px) ${landed}`,
        offset: (ARC + fall + 45) / duration,
        easing: "ease-in",
      },
      { transform: landed },
    ],
    duration,
  };
}

/** The cells of a seat's bookshelf whose tiles are still on their way. */
export function hiddenCells(flights: readonly Flight[], seat: number): Set<string> {
  return new Set(flights.flatMap(({ tile }) => (tile && tile.seat === seat ? [tile.cell] : [])));
}

/** When each newly dealt tile begins to fall, in reading order; all of it takes 900 ms at most. */
export function rainOf(before: readonly string[], after: readonly string[]): Map<string, number> {
  const fresh = after.flatMap((row, r) =>
    [...row].flatMap((mark, c) =>
      mark !== " " && mark !== "." && before[r]?.[c] !== mark ? [`${r},${c}`] : [],
    ),
  );
  const apart = Math.min(18, 550 / Math.max(1, fresh.length));
  return new Map(fresh.map((key, n) => [key, Math.round(n * apart)]));
}

/** The points of a seat that are still on their way to its score. */
export function pendingPoints(flights: readonly Flight[], seat: number): number {
  return flights.reduce(
    (sum, flight) => sum + (flight.seat === seat ? (flight.points ?? 0) : 0),
    0,
  );
}
