/** What is said of tiles, columns, moves and points, in the words of the viewer's language. */
import type { BoardProps, Continuation, Say } from "../contract";
import facts from "./facts.json";
import { isLetter, KINDS, type Landing, landings, type Letter } from "./tiles";
import type { Cell, GoalCell, Notes, View } from "./view";

const LETTERS = Object.keys(KINDS) as Letter[];

/** Join parts of a list as the language does: "2 trophies and 1 frame". */
export function join(say: Say, parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return say("board.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** Count tiles by kind, in the order of the kinds. */
export function listTiles(say: Say, letters: readonly Letter[]): string {
  const parts = LETTERS.flatMap((letter) => {
    const n = letters.filter((one) => one === letter).length;
    return n ? [say(`board.count.${letter}`, { n })] : [];
  });
  return join(say, parts);
}

export type CellState = "taken" | "free" | "blocked" | "other" | "still";

/** Describe a cell of the living room: "Trophy, row 3, column 5, can be taken." */
export function tellCell(say: Say, room: readonly string[], cell: Cell, state: CellState): string {
  const mark = room[cell[0]]?.[cell[1]];
  const place = { row: cell[0] + 1, column: cell[1] + 1 };
  if (!isLetter(mark)) return say("board.cell.empty", place);
  return say(`board.cell.${state}`, { tile: say(`board.tile.${mark}`), ...place });
}

/** Describe a column: "Column 3, room for 3. Would bring 2 points: personal goal." */
export function tellColumn(
  say: Say,
  column: number,
  room: number,
  outcome: Continuation | undefined,
): string {
  const about = room
    ? say("board.column.room", { n: column + 1, room })
    : say("board.column.none", { n: column + 1 });
  if (!outcome) return about;
  const points = outcome.points.total ?? 0;
  if (!points) return `${about} ${say("board.column.no_points")}`;
  const parts = Object.keys(outcome.points).filter((part) => part !== "total");
  const why = join(
    say,
    parts.map((part) => say(`board.part.${part}`)),
  );
  return `${about} ${say("board.column.points", { n: points, why })}`;
}

export interface Reasons {
  points: number;
  title: string;
  why: string;
  /** In one or two words, for a small screen. */
  short: string;
}

/** Say what a move brings and why. */
export function tellReasons(
  say: Say,
  outcome: Continuation,
  hand: readonly Letter[],
  goal: readonly GoalCell[],
): Reasons {
  const notes = outcome.notes as Notes;
  const gains = outcome.points;
  const titles: string[] = [];
  const whys: string[] = [];
  const short: string[] = [];
  for (const reached of notes.common_goals ?? []) {
    titles.push(say(`goal.${reached.goal}.name`));
    whys.push(say("board.why.token", { n: reached.points }));
    short.push(say("board.part.common"));
  }
  if (gains.personal) {
    const { before, after } = notes.personal_goal;
    const points = facts.personal_points;
    titles.push(say("board.why.personal", { before: points[before]!, after: points[after]! }));
    const landed = hand.filter((letter, n) =>
      goal.some(
        ({ row, column, tile }) =>
          tile === letter && row === notes.cells[n]?.[0] && column === notes.cells[n]?.[1],
      ),
    );
    whys.push(
      landed.length === 1
        ? say(`board.why.place.${landed[0]}`)
        : say("board.why.places", { n: after - before }),
    );
    short.push(say("board.part.personal"));
  }
  if (gains.groups) {
    titles.push(say("board.why.groups"));
    whys.push(say("board.why.group_points", { n: gains.groups }));
    short.push(say("board.part.groups"));
  }
  if (gains.end_game_token) {
    titles.push(say("board.why.end"));
    whys.push(say("board.why.end_points", { n: gains.end_game_token }));
    short.push(say("board.part.end_game_token"));
  }
  if (!titles.length) {
    titles.push(say("board.why.nothing"));
    short.push(say("board.why.nothing_short"));
    if (notes.fills_bookshelf) whys.push(say("board.why.full"));
  }
  return {
    points: gains.total ?? 0,
    title: titles.join(" · "),
    why: whys.join(" "),
    short: short.length > 1 ? say("board.why.several", { n: short.length }) : short[0]!,
  };
}

/** Tell a move that was made: "Bo placed 2 trophies and 1 frame in column 1." */
export function tellMove(say: Say, landing: Landing, name: string | null): string {
  const values = { tiles: listTiles(say, landing.letters), n: landing.column + 1 };
  return name === null
    ? say("board.told.you", values)
    : say("board.told.move", { ...values, name });
}

/** Sum a bookshelf up: "Bo's bookshelf: 12 tiles. 3 cats, …" */
export function tellShelf(say: Say, rows: readonly string[], title: string): string {
  const letters = rows.flatMap((row) => [...row]).filter(isLetter);
  if (!letters.length) return say("board.shelf.empty", { title });
  return say("board.shelf.told", { title, n: letters.length, tiles: listTiles(say, letters) });
}

/** Read a bookshelf row by row, the top one first. */
export function readShelf(say: Say, rows: readonly string[]): string[] {
  return rows.map((row, n) => {
    const marks = [...row].map((mark) =>
      isLetter(mark) ? say(`board.tile.${mark}`) : say("board.tile.none"),
    );
    return say("board.shelf.row", { n: n + 1, tiles: marks.join(", ") });
  });
}

/** The name of a cell in the sentences of the rules: a letter for the column, a number for the row. */
export const nameCell = ([row, column]: Cell): string => `${columnLetter(column)}${row + 1}`;
export const columnLetter = (column: number): string => String.fromCharCode(97 + column);

/** Write a move as the rules read it: the tiles in the order of placing, and the column. */
export const moveText = (take: readonly Cell[], column: number): string =>
  `${take.map(nameCell).join("")}>${column + 1}`;

/** Write a refusal of the rules as a sentence. */
export function asSentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Tell what is new between two views: tokens won, the end. */
export function tellNews(
  say: Say,
  before: View,
  after: View,
  nameOf: (seat: number) => string | null,
): string[] {
  const news: string[] = [];
  after.seats.forEach((seat, n) => {
    const name = nameOf(n);
    for (const token of seat.tokens) {
      if (before.seats[n]?.tokens.some((one) => one.goal === token.goal)) continue;
      const values = { n: token.points, goal: say(`goal.${token.goal}.name`) };
      news.push(
        name === null
          ? say("board.told.your_token", values)
          : say("board.told.token", { ...values, name }),
      );
    }
    if (seat.end_game_token && !before.seats[n]?.end_game_token && !after.over)
      news.push(name === null ? say("board.last_turns.you") : say("board.last_turns", { name }));
  });
  return news;
}

/** Tell all that has happened since an earlier view: moves, tokens, the end, a refill. */
export function tellHappened(props: BoardProps, before: View): string[] {
  const { words, names, happened } = props;
  const view = props.view as View;
  const nameOf = (seat: number) => (seat === props.seat ? null : (names[seat] ?? ""));
  return [
    ...landings(view, happened).map((one) => tellMove(words, one, nameOf(one.seat))),
    ...tellNews(words, before, view, nameOf),
    ...(happened.some((line) => line.kind === "deal") ? [words("board.told.refill")] : []),
  ];
}
