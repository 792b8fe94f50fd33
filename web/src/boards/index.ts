/** Finds a game's board and its other pieces by the game's id. */
import type { Component } from "svelte";
import { askText, isBundled, type Language } from "../lib/words";
import type {
  BoardProps,
  CalculatorProps,
  Fields,
  FinaleProps,
  LearningProps,
  MoveProps,
  PictureOfRules,
  PiecesProps,
  Say,
  ScoringProps,
  PortraitProps,
  ThumbnailProps,
} from "./contract";

type Loader = () => Promise<Component>;

const boards = import.meta.glob<Component<BoardProps>>("./*/Board.svelte", { import: "default" });
const scenes = import.meta.glob<Component>("./*/Scene.svelte", { import: "default" });
const signs = import.meta.glob<Component>("./*/Sign.svelte", { import: "default" });
const thumbnails = import.meta.glob<Component<ThumbnailProps>>("./*/Thumbnail.svelte", {
  import: "default",
});
const scorings = import.meta.glob<Component<ScoringProps>>("./*/Scoring.svelte", {
  import: "default",
});
const lessons = import.meta.glob<Component<LearningProps>>("./*/Learning.svelte", {
  import: "default",
});
const calculators = import.meta.glob<Component<CalculatorProps>>("./*/Calculator.svelte", {
  import: "default",
});
const finales = import.meta.glob<Component<FinaleProps>>("./*/Finale.svelte", {
  import: "default",
});
const portraits = import.meta.glob<Component<PortraitProps>>("./*/Portrait.svelte", {
  import: "default",
});
type Missing = (say: Say, standing: Fields, board: Fields) => string;
const missings = import.meta.glob<Missing>("./*/missing.ts", { import: "tellMissing" });
const moves = import.meta.glob<Component<MoveProps>>("./*/Move.svelte", { import: "default" });
export type Tell = (say: Say, move: Fields, before: Fields, seat: number | null) => string;
const tells = import.meta.glob<Tell>("./*/tell.ts", { import: "tellMove" });
const rules = import.meta.glob<string>("../../../src/ludoteca/games/*/text/rules.*.md", {
  import: "default",
  query: "?raw",
});
const pictures = import.meta.glob<PictureOfRules[]>("./*/pictures.json", { import: "default" });
const pieces = import.meta.glob<Component<PiecesProps>>("./*/Pieces.svelte", { import: "default" });
const parts = import.meta.glob<string[]>("./*/pieces.json", { eager: true, import: "default" });
const terms = import.meta.glob<string[]>("./*/terms.json", { eager: true, import: "default" });
const keys = import.meta.glob<string[]>("./*/keys.json", { eager: true, import: "default" });
const places = import.meta.glob<number>("./*/place.json", { eager: true, import: "default" });
import.meta.glob("./*/palette.css", { eager: true });

/** The game's own board, else the plain one, which plays any game. */
export const loadBoard = (game: string) =>
  (boards[`./${game}/Board.svelte`] ?? boards["./plain/Board.svelte"]!)();
export const hasBoard = (game: string) => `./${game}/Board.svelte` in boards;
/** Where a game stands on the home page; those without a place of their own come last. */
export const placeOf = (game: string) => places[`./${game}/place.json`] ?? Infinity;
/** The terms that a game explains on a long press: `term.…` in its words. */
export const termsOf = (game: string) => terms[`./${game}/terms.json`] ?? [];
/** Which keys a board knows besides those of every match; undefined if it does not say. */
export const findKeys = (game: string) => keys[`./${game}/keys.json`];
export const findScene = (game: string): Loader | undefined => scenes[`./${game}/Scene.svelte`];
export const findSign = (game: string): Loader | undefined => signs[`./${game}/Sign.svelte`];
export const findThumbnail = (game: string) => thumbnails[`./${game}/Thumbnail.svelte`];
export const findScoring = (game: string) => scorings[`./${game}/Scoring.svelte`];
export const findCalculator = (game: string) => calculators[`./${game}/Calculator.svelte`];
export const findFinale = (game: string) => finales[`./${game}/Finale.svelte`];
export const findPortrait = (game: string) => portraits[`./${game}/Portrait.svelte`];
export const findMissing = (game: string) => missings[`./${game}/missing.ts`];
export const findPieces = (game: string) => pieces[`./${game}/Pieces.svelte`];
/** The parts of what lies in a game's box; none for a game without pictures of them. */
export const partsOf = (game: string) => parts[`./${game}/pieces.json`] ?? [];
export const findMove = (game: string) => moves[`./${game}/Move.svelte`];
export const findTell = (game: string) => tells[`./${game}/tell.ts`];
export const findLessons = (game: string) => lessons[`./${game}/Learning.svelte`];
export const findRules = (game: string, language: Language) =>
  isBundled(game)
    ? rules[`../../../src/ludoteca/games/${game}/text/rules.${language}.md`]
    : async () => (await askText(game, language)).rules;
/** The pictures of a game's rules, with their addresses. */
export async function loadPictures(game: string) {
  const all = (await pictures[`./${game}/pictures.json`]?.()) ?? [];
  const { drawings } = await import("./drawings");
  const folder = `../../../docs/pictures/${game.replaceAll("_", "-")}`;
  return all.map((picture) => ({
    ...picture,
    address: drawings[`${folder}-${picture.name}.svg`]!,
  }));
}
