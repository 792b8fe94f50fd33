import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import de from "../../../../src/ludoteca/games/my_shelfie/text/de.json";
import en from "../../../../src/ludoteca/games/my_shelfie/text/en.json";
import it from "../../../../src/ludoteca/games/my_shelfie/text/it.json";
import frame from "../../../dev/frames/my_shelfie/four_middle.json";
import { say } from "../../lib/words";
import type { Continuation, Say } from "../contract";
import {
  asSentence,
  listTiles,
  moveText,
  readShelf,
  tellCell,
  tellColumn,
  tellMove,
  tellNews,
  tellReasons,
  tellShelf,
} from "./speech";
import { landings } from "./tiles";
import type { Happening } from "../../lib/protocol";
import type { GoalCell, View } from "./view";

const words: Say = (key, values) => say([en], "en", key, values);
const german: Say = (key, values) => say([de], "de", key, values);
const after = frame.then.view as unknown as View;

test("tiles are counted by kind", () => {
  expect(listTiles(words, ["T", "F", "T"])).toBe("1 frame and 2 trophies");
  expect(listTiles(german, ["C", "B", "P"])).toBe("1 Katze, 1 Buch und 1 Pflanze");
});

test("a cell says what it holds, where, and whether it can be taken", () => {
  const room = ["   ", " T.", "   "];
  expect(tellCell(words, room, [1, 1], "free")).toBe("Trophy, row 2, column 2, can be taken.");
  expect(tellCell(words, room, [1, 1], "blocked")).toBe("Trophy, row 2, column 2, no free side.");
  expect(tellCell(words, room, [1, 2], "free")).toBe("Empty, row 2, column 3.");
});

const outcome = frame.asked
  .at(-1)!
  .moves.find((one) => one.points.total > 0) as unknown as Continuation;

test("a column says what it would bring", () => {
  expect(tellColumn(words, 2, 3, undefined)).toBe("Column 3, room for 3.");
  expect(tellColumn(words, 2, 0, undefined)).toBe("Column 3, full.");
  const gain = { ...outcome, points: { personal: 2, total: 2 } };
  expect(tellColumn(words, 2, 3, gain)).toBe(
    "Column 3, room for 3. Would score 2 points: personal goal.",
  );
  expect(tellColumn(words, 2, 3, { ...outcome, points: { total: 0 } })).toContain("no points yet");
});

test("a number is followed by its reason", () => {
  const goal: GoalCell[] = [{ row: 3, column: 2, tile: "F", matched: false }];
  const move = {
    text: "",
    move: {},
    points: { personal: 2, common: 8, total: 10 },
    notes: {
      personal_goal: { before: 2, after: 3 },
      common_goals: [{ goal: 4, points: 8 }],
      fills_bookshelf: false,
      cells: [
        [4, 2],
        [3, 2],
      ],
    },
  };
  const told = tellReasons(words, move, ["T", "F"], goal);
  expect(told.points).toBe(10);
  expect(told.title).toBe(
    "Six groups of two · Personal goal 2 → 4".replace(/ → /, "\u00a0→\u00a0"),
  );
  expect(told.why).toBe("You take the 8-point token. The frame lands in its place.");
  expect(
    tellReasons(
      words,
      { ...move, points: { total: 0 }, notes: { ...move.notes, common_goals: [] } },
      [],
      [],
    ).title,
  ).toBe("No points yet");
});

test("a move, a token and the end are told", () => {
  const [made] = landings(after, frame.then.happened as unknown as Happening[]);
  expect(tellMove(words, made!, "Bo")).toMatch(/^Bo placed .+ in column 5\.$/);
  expect(tellMove(words, made!, null)).toMatch(/^Placed: /);
  const before = frame.props.view as unknown as View;
  const won = structuredClone(before);
  won.seats[1]!.tokens.push({ goal: 6, points: 8 });
  won.seats[1]!.end_game_token = true;
  const news = tellNews(words, before, won, (seat) => frame.props.names[seat]!);
  expect(news).toEqual([
    "Bo scores 8 points for: Two colourful rows.",
    "Bo has filled their bookshelf. Last turns.",
  ]);
});

test("a bookshelf is summed up, and read row by row", () => {
  const shelf = [".....", ".....", ".....", ".....", ".....", "CC.T."];
  expect(tellShelf(words, shelf, "Bo")).toBe("Bo: 3 tiles: 2 cats and 1 trophy.");
  expect(readShelf(words, shelf)[5]).toBe("Row 6 from the top: Cat, Cat, empty, Trophy, empty.");
});

test("a refusal of the rules becomes a sentence", () => {
  expect(asSentence("the tile on d4 has no free side")).toBe("The tile on d4 has no free side.");
});

test("every word the board says exists in all three languages", () => {
  const folder = "src/boards/my_shelfie";
  const source = readdirSync(folder)
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
  const said = [...source.matchAll(/["'](board\.[a-z_.]+)["']/g)].map((match) => match[1]!);
  const families = [...source.matchAll(/`(board\.[a-z_.]+\.)\$\{/g)].map((match) => match[1]!);
  expect(said.length).toBeGreaterThan(60);
  for (const text of [en, it, de] as Record<string, string>[]) {
    for (const key of said) expect(text, key).toHaveProperty([key]);
    for (const family of families)
      expect(
        Object.keys(text).some((key) => key.startsWith(family)),
        family,
      ).toBe(true);
  }
  expect(Object.keys(it)).toEqual(Object.keys(en));
  expect(Object.keys(de)).toEqual(Object.keys(en));
});

test("a move is written as the rules read it", () => {
  expect(
    moveText(
      [
        [7, 5],
        [6, 5],
      ],
      4,
    ),
  ).toBe("f8f7>5");
});
