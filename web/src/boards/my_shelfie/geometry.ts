/** Where things lie: the rug and its cells, the bookshelf, and how large each is on a screen. */
import type { Size } from "../contract";
import type { Cell } from "./view";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

// The living room

export interface Window {
  /** The first row and column shown, and how many. */
  row: number;
  column: number;
  span: number;
}

/** Find the square of cells that holds all in play: smaller with two players. */
export function windowOf(room: readonly string[]): Window {
  const rows = room.flatMap((row, r) => (row.trim() ? [r] : []));
  const columns = room.flatMap((row) => [...row].flatMap((mark, c) => (mark === " " ? [] : [c])));
  const row = Math.min(...rows);
  const column = Math.min(...columns);
  return {
    row,
    column,
    span: Math.max(Math.max(...rows) - row, Math.max(...columns) - column) + 1,
  };
}

/** The rug: all cells in play as squares of one path, in cells from the window's corner. */
export function rugPath(room: readonly string[], window: Window): string {
  return room
    .flatMap((row, r) =>
      [...row].flatMap((mark, c) =>
        mark === " " ? [] : [`M${c - window.column} ${r - window.row}h1v1h-1z`],
      ),
    )
    .join("");
}

/** Where the furniture stands, in cells from the window's corner, and how wide it is. */
export function furniture(span: number): Record<"plant" | "chair" | "basket" | "table", Cell> & {
  width: number;
} {
  if (span < 9) {
    const near = 0.86;
    const far = span - near;
    return {
      plant: [near, near],
      chair: [near, far],
      basket: [far, near],
      table: [far, far],
      width: 1.62,
    };
  }
  return {
    plant: [1.2, 1.15],
    chair: [1.05, 7.85],
    basket: [7.75, 1.12],
    table: [7.8, 7.85],
    width: 2.15,
  };
}

/** The margin around the cells and the side of one, for a living room of a given side. */
export function cellsOf(side: number, span: number): { margin: number; cell: number } {
  const margin = Math.max(12, 0.041 * side);
  return { margin, cell: (side - 2 * margin) / span };
}

// The bookshelf, in its cells

export const ROWS = 6;
export const COLUMNS = 5;
export const SHELF = {
  wall: 0.16,
  post: 0.08,
  crown: 0.26,
  crownOver: 0.1,
  foot: 0.24,
  footOver: 0.06,
  gap: 0.05,
  pad: 0.06,
  width: 5.64,
  height: 6.86,
} as const;

export const columnLeft = (column: number): number => SHELF.wall + column * (1 + SHELF.post);
export const rowTop = (row: number): number => SHELF.crown + SHELF.pad + row * (1 + SHELF.gap);

/** The box of a cell of a bookshelf whose cells have a side of `cell`. */
export function shelfCell(at: Cell, cell: number): Box {
  return {
    left: columnLeft(at[1]) * cell,
    top: rowTop(at[0]) * cell,
    width: cell,
    height: cell,
  };
}

/** The outline of some cells of a bookshelf as one path, in its cells: gaps between them closed. */
export function outline(cells: readonly Cell[]): string {
  const inside = new Set(cells.map(([r, c]) => `${r},${c}`));
  const x = (column: number) => columnLeft(column) - SHELF.post / 2;
  const y = (row: number) => rowTop(row) - SHELF.gap / 2;
  let path = "";
  for (const [r, c] of cells) {
    if (!inside.has(`${r - 1},${c}`)) path += `M${f(x(c))} ${f(y(r))}H${f(x(c + 1))}`;
    if (!inside.has(`${r + 1},${c}`)) path += `M${f(x(c))} ${f(y(r + 1))}H${f(x(c + 1))}`;
    if (!inside.has(`${r},${c - 1}`)) path += `M${f(x(c))} ${f(y(r))}V${f(y(r + 1))}`;
    if (!inside.has(`${r},${c + 1}`)) path += `M${f(x(c + 1))} ${f(y(r))}V${f(y(r + 1))}`;
  }
  return path;
}
const f = (value: number): string => String(Math.round(value * 1000) / 1000);

// The screen

export interface Layout {
  /** The side of the living room. */
  room: number;
  /** The height of the strip with a sentence below the rug. */
  caption: number;
  /** The side of a cell of the own bookshelf, and of rivals'. */
  shelf: number;
  rival: number;
  /** What there is no room for, in this order: last moves, groups, names of goals, rivals' shelves. */
  lastMoves: boolean;
  groups: boolean;
  goalNames: boolean;
  rivalShelves: boolean;
  /** The height of the rivals' chips on a phone. */
  chips: number;
  /** The order of turns is shown. */
  order: boolean;
  /** Air between the name of the bookshelf and its badges. */
  air: number;
  /** The goals lie below the bookshelf. */
  below: boolean;
  /** On its side, rivals lie one below the other: without a dock there is room. */
  stacked?: boolean;
  /** On its side with room to spare, as on a tablet: things stand in the middle, with air. */
  roomy?: boolean;
}

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

/** Beside the moves of a replay the room stays as large as in play: the goals go below the bookshelf. */
function besideMoves(width: number, height: number, rivals: number): Layout {
  const caption = 40;
  const room = clamp(300, Math.min((width - 194) / 1.596, height - 24 - caption), 720);
  const shelf = Math.min(room * (60 / 588), (room + caption - 222) / SHELF.height);
  const each = (room + caption - 34) / rivals - 12;
  return {
    room,
    caption,
    shelf,
    rival: clamp(8, Math.min(18, (each - 90) / SHELF.height), 18),
    lastMoves: false,
    groups: false,
    goalNames: false,
    rivalShelves: each >= 146,
    chips: 0,
    order: false,
    air: 0,
    below: true,
  };
}

/**
 * Fit a board into the space it has; nothing is cut off and nothing scrolls. Who only watches has no
 * dock: then `height` counts one in, and `whole` is what there is.
 */
export function layout(
  width: number,
  height: number,
  size: Size,
  rivals: number,
  whole = height,
): Layout {
  if (size === "desktop" && whole !== height && width < 1300)
    return besideMoves(width, whole, rivals);
  if (size === "desktop") {
    const across = width - 40 - 268 - 142 - 54;
    const roomHeight = height - 16 - 16 - 18 - 138;
    const caption = roomHeight < 520 ? 40 : 64;
    const most = width >= 1600 ? 720 : 588;
    const room = clamp(300, Math.min(across / 1.596, roomHeight - caption), most);
    const shelf = Math.min(room * (60 / 588), (room + caption - 98) / SHELF.height);
    const each = (room + caption - 34 - (rivals < 3 ? 84 : 0)) / rivals - 12;
    return {
      room,
      caption,
      shelf,
      rival: clamp(8, Math.min(18, (each - 90) / SHELF.height), 18),
      lastMoves: whole >= 800,
      groups: whole >= 690,
      goalNames: whole >= 600,
      rivalShelves: each >= 146,
      chips: 0,
      order: rivals < 3 && each >= 150,
      below: false,
      air: clamp(0, (room + caption - 86 - shelf * SHELF.height) / 3, 36),
    };
  }
  if (size === "tablet") {
    const room = clamp(260, Math.min(width - 284, (height - 108) * 0.53), 640);
    const below = height - 16 - room - 12 - 86 - 8 - 12 - 84;
    const shelf = clamp(20, Math.min(below / SHELF.height, (width * 0.46) / 5.84), 66);
    const rivalWidth = (width - 32 - shelf * 5.84 - 16) / (rivals > 2 ? 3 : rivals) - 12;
    return {
      room,
      caption: 0,
      shelf,
      rival: clamp(8, Math.min((rivalWidth - 28) / 5.84, (shelf * 6.86 - 210) / 6.86, 30), 30),
      lastMoves: below > 300,
      groups: false,
      goalNames: true,
      rivalShelves: true,
      chips: 0,
      order: false,
      air: 0,
      below: false,
    };
  }
  if (size === "landscape") {
    const room = Math.min(whole - 12, width * 0.46); // beside the dock, not above it
    const stacked = whole >= (whole === height ? 500 : 290);
    const roomy = whole >= 500;
    const aside = roomy ? 260 : stacked ? 230 : 190;
    const shelf = Math.min((height - 12 - 72 - 34) / SHELF.height, (width - room - aside) / 5.84);
    return {
      room,
      caption: 0,
      shelf,
      rival: 8,
      lastMoves: false,
      groups: false,
      goalNames: false,
      rivalShelves: false,
      chips: 0,
      order: false,
      air: 0,
      below: false,
      stacked,
      roomy,
    };
  }
  const chips = height >= 700 ? 66 : 46;
  const rest = height - 76 - chips - 24;
  const room = clamp(204, Math.min(width - 12, rest - 34 - 26 * SHELF.height), 560);
  const shelf = clamp(16, Math.min((rest - room - 32) / SHELF.height, (width * 0.5) / 5.84), 60);
  return {
    room,
    caption: 0,
    shelf,
    rival: 8,
    lastMoves: false,
    groups: false,
    goalNames: rest - room >= 213,
    rivalShelves: chips === 66,
    chips,
    order: false,
    air: 0,
    below: false,
  };
}
