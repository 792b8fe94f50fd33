/** What is seen before it happens: tiles that would land, what others choose, what columns bring. */
import type { BoardProps } from "../contract";
import type { Column } from "./Bookshelf.svelte";
import type { Chooser } from "./chooser.svelte";
import { tellColumn } from "./speech";
import { type Drawings, isLetter, landingCells, type Letter } from "./tiles";
import type { Cell, View } from "./view";

/** A tile that would lie in a cell of a bookshelf. */
export interface Ghost {
  at: Cell;
  letter: Letter;
  drawing: number;
}

/** What somebody may have chosen so far, as others see it. */
export interface Choosing {
  take?: readonly Cell[];
  column?: number | null;
}

/** Show where the tiles of a choice would lie; nothing before a column with room is chosen. */
export function ghostsOf(
  view: View,
  seat: number,
  choosing: Choosing | undefined,
  drawings: Drawings,
): Ghost[] {
  const { take = [], column = null } = choosing ?? {};
  const shelf = view.seats[seat]?.bookshelf;
  if (!shelf || column === null) return [];
  const landing = landingCells(shelf, column, take.length);
  if (landing.some(([row]) => row < 0)) return [];
  return take.flatMap(([r, c], n) => {
    const letter = view.living_room[r]?.[c];
    return isLetter(letter) ? [{ at: landing[n]!, letter, drawing: drawings.room[r]![c]! }] : [];
  });
}

/** What the viewer sees in the large bookshelf: the own choice, else a hint, else who is watched. */
export function largeGhosts(props: BoardProps, chooser: Chooser, drawings: Drawings): Ghost[] {
  const me = props.seat ?? props.shown;
  const hinted = props.hint?.stage === 2 ? (props.hint.line.move as Choosing) : undefined;
  const watched = props.seat === null ? (props.selecting[me] as Choosing | undefined) : undefined;
  const choosing = chooser.taken.length
    ? { take: chooser.taken, column: chooser.column ?? chooser.peeked }
    : (hinted ?? watched);
  return ghostsOf(props.view as View, me, choosing, drawings);
}

/** The tiles in the living room that others are choosing now. */
export interface Other {
  seat: number;
  initial: string;
  cells: readonly Cell[];
}

export function othersOf(props: BoardProps, initials: readonly string[]): Other[] {
  return Object.entries(props.selecting).flatMap(([key, partial]) => {
    const seat = Number(key);
    const cells = (partial as Choosing).take ?? [];
    return cells.length && seat !== props.seat
      ? [{ seat, initial: initials[seat] ?? "?", cells }]
      : [];
  });
}

/** The columns of the own bookshelf as buttons; null while nobody chooses. */
export function columnsOf(props: BoardProps, chooser: Chooser): Column[] | null {
  if (!chooser.active && !chooser.taken.length) return null;
  return chooser.room.map((room, n) => {
    const outcome = chooser.outcomes.get(n);
    return {
      room,
      points: outcome ? (outcome.points.total ?? 0) : null,
      fits: chooser.fits(n),
      label: tellColumn(props.words, n, room, outcome),
    };
  });
}
