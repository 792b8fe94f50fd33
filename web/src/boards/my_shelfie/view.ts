/** The form of a view of My Shelfie, of its choices and of its standing, as the records write them. */
import type { ShelfieChoices, ShelfieStanding } from "./wire";

/** A cell of the living room or of a bookshelf: row and column from the upper left one. */
export type Cell = readonly [row: number, column: number];

export type { ShelfiePosition as View, ShelfieSeat as Seat } from "./position";

export type {
  GoalCell,
  ShelfieGroup as Group,
  ShelfieNotes as Notes,
  ShelfieStanding as Standing,
} from "./wire";

/** None of it when nothing may be chosen. */
export type Choices = Partial<ShelfieChoices>;

/** What a seat has so far, as far as the viewer may know. */
export const pointsOf = (standing: ShelfieStanding | undefined): number =>
  standing?.points.total ?? standing?.points.seen ?? 0;
