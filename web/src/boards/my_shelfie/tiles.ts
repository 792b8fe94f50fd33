/** The six kinds of tiles, and which of its three drawings each tile shows. */
import type { Happening } from "../../lib/protocol";
import type { Cell, View } from "./view";

export const KINDS = {
  C: "cats",
  B: "books",
  G: "games",
  F: "frames",
  T: "trophies",
  P: "plants",
} as const;

export type Letter = keyof typeof KINDS;

export const isLetter = (mark: string | undefined): mark is Letter =>
  mark !== undefined && mark in KINDS;

/** Below this many pixels a tile shows its sign instead of its drawing; dense screens draw finer. */
export const isDetailed = (size: number, density = globalThis.devicePixelRatio ?? 1): boolean =>
  size >= 36 || (size >= 26 && size * density >= 56);

/** Choose one of three by some numbers, as if by chance. */
export function drawingFor(...numbers: number[]): number {
  let mixed = 0x9e3779b9;
  for (const number of numbers) mixed = Math.imul(mixed ^ (number + 0x7f4a7c15), 0x85ebca6b) >>> 0;
  return (((mixed ^ (mixed >>> 15)) >>> 0) % 3) + 1;
}

/** The drawing of a tile in a cell: never that of the cells beside, above and below. */
export const drawingAt = (mark: string, [row, column]: Cell): number =>
  ((row + 2 * column + mark.charCodeAt(0)) % 3) + 1;

/** The drawing of every cell: decoration, the same for all who look, now and later. */
export interface Drawings {
  room: number[][];
  shelves: number[][][];
}

/**
 * Give every tile its drawing, from its kind and its cell of the living room: a tile keeps it while
 * it moves. Of a tile whose move is no longer known, the cell of the bookshelf decides.
 */
export function drawingsOf(view: View, history: readonly Happening[]): Drawings {
  const drawn = (rows: readonly string[]) =>
    rows.map((row, r) => [...row].map((mark, c) => drawingAt(mark, [r, c])));
  const shelves = view.seats.map((seat) => drawn(seat.bookshelf));
  for (const { seat, cells, take, letters } of landings(view, history))
    cells.forEach(([r, c], n) => (shelves[seat]![r]![c] = drawingAt(letters[n]!, take[n]!)));
  return { room: drawn(view.living_room), shelves };
}

export interface Landing {
  ply: number;
  seat: number;
  column: number;
  /** Where the tiles came from, in the order of placing. */
  take: Cell[];
  /** Where they lie now, lowest first. */
  cells: Cell[];
  letters: Letter[];
}

/**
 * Find where the tiles of the newest moves lie, oldest first: the last one's are the uppermost of
 * their column, those of the one before are below them, and so on.
 */
export function landings(view: View, lines: readonly Happening[]): Landing[] {
  const above = new Map<string, number>();
  const found: Landing[] = [];
  for (const line of kept(lines).reverse()) {
    if (line.kind !== "move" || line.seat === null || !line.move?.take) continue;
    const { seat } = line;
    const { take, column } = line.move as { take: Cell[]; column: number };
    const shelf = view.seats[seat]?.bookshelf;
    if (!shelf) continue;
    const key = `${seat},${column}`;
    const covered = above.get(key) ?? 0;
    const top = shelf.findIndex((row) => isLetter(row[column]));
    const first = (top < 0 ? shelf.length : top) + covered;
    above.set(key, covered + take.length);
    const cells = take.map((_, n): Cell => [first + take.length - 1 - n, column]);
    const letters = cells.map(([r, c]) => shelf[r]?.[c]);
    if (letters.every(isLetter))
      found.unshift({ ply: line.ply, seat, column, take, cells, letters: letters as Letter[] });
  }
  return found;
}

/** The moves of others since the viewer's last one; for who only watches, one of each seat. */
export function sinceLast(view: View, lines: readonly Happening[], seat: number | null): Landing[] {
  const all = landings(view, lines);
  if (seat === null) return all.slice(-view.seats.length);
  return all.slice(all.findLastIndex((one) => one.seat === seat) + 1);
}

/** A cell of the living room that somebody has emptied since then. */
export interface Print {
  at: Cell;
  seat: number;
  /** It is of the last move of all. */
  newest: boolean;
}

/** Where tiles were taken lately; a cell that was filled again shows nothing. */
export function printsOf(view: View, moves: readonly Landing[]): Print[] {
  return moves.flatMap(({ seat, take }, n) =>
    take
      .filter(([row, column]) => view.living_room[row]?.[column] === ".")
      .map((at) => ({ at, seat, newest: n === moves.length - 1 })),
  );
}

/** Leave out the lines that an undo has taken back. */
function kept(lines: readonly Happening[]): Happening[] {
  let valid: Happening[] = [];
  for (const line of lines) {
    const to = line.kind === "undo" ? Number(/\d+/.exec(line.text)?.[0] ?? line.ply) : null;
    if (to !== null) valid = valid.filter((one) => one.ply <= to);
    else valid.push(line);
  }
  return valid;
}

/** The cells where so many tiles would land in a column, lowest first. */
export function landingCells(shelf: readonly string[], column: number, count: number): Cell[] {
  const top = shelf.findIndex((row) => isLetter(row[column]));
  const lowest = (top < 0 ? shelf.length : top) - 1;
  return Array.from({ length: count }, (_, n): Cell => [lowest - n, column]);
}
