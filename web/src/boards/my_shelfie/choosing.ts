/** Choosing tiles and their order: which taps extend the line, what goes back, how to reorder. */
import { isLetter } from "./tiles";
import type { Cell } from "./view";

export const isSame = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

export const has = (cells: readonly Cell[], cell: Cell): boolean =>
  cells.some((one) => isSame(one, cell));

export const keyOf = (cell: Cell): string => `${cell[0]},${cell[1]}`;

/** Say whether these tiles may be taken together, in whatever order. */
export function isTake(takes: readonly Cell[][], cells: readonly Cell[]): boolean {
  return takes.some(
    (take) => take.length === cells.length && take.every((cell) => has(cells, cell)),
  );
}

/** List the tiles that may be taken next, after those taken already. */
export function partners(takes: readonly Cell[][], taken: readonly Cell[]): Cell[] {
  const found = new Map<string, Cell>();
  for (const take of takes) {
    if (take.length !== taken.length + 1) continue;
    const more = take.filter((cell) => !has(taken, cell));
    if (more.length === 1) found.set(keyOf(more[0]!), more[0]!);
  }
  return [...found.values()];
}

/**
 * Put a tile back. If the rest is no line any more (the middle one of three went), the tile chosen
 * last goes back with it.
 */
export function putBack(
  takes: readonly Cell[][],
  taken: readonly Cell[],
  cell: Cell,
): readonly Cell[] {
  const rest = taken.filter((one) => !isSame(one, cell));
  return rest.length < 2 || isTake(takes, rest) ? rest : rest.slice(0, 1);
}

/** Move the tile at one place of the order to another place. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  const [one] = moved.splice(from, 1);
  if (one !== undefined) moved.splice(to, 0, one);
  return moved;
}

const ORDERS: Record<number, readonly (readonly number[])[]> = {
  2: [
    [0, 1],
    [1, 0],
  ],
  3: [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
    [1, 0, 2],
    [0, 2, 1],
  ],
};

/** Give the next order of the tiles; after as many steps as there are orders the first returns. */
export function reorder(taken: readonly Cell[]): readonly Cell[] {
  const orders = ORDERS[taken.length];
  if (!orders) return taken;
  const line = [...taken].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const now = orders.findIndex((order) => order.every((at, n) => isSame(line[at]!, taken[n]!)));
  return orders[(now + 1) % orders.length]!.map((at) => line[at]!);
}

/** Find the next cell in play in a direction, or the same one at the edge. */
export function step(room: readonly string[], from: Cell, down: number, right: number): Cell {
  let [row, column] = from;
  for (;;) {
    row += down;
    column += right;
    const mark = room[row]?.[column];
    if (mark === undefined) return from;
    if (mark !== " ") return [row, column];
  }
}

/** The tiles that touch a cell on its four sides. */
export function neighbours(room: readonly string[], [row, column]: Cell): Cell[] {
  const around: Cell[] = [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ];
  return around.filter(([r, c]) => isLetter(room[r]?.[c]));
}
