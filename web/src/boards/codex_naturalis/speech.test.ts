import { expect, test } from "vitest";
import en from "../../../../src/ludoteca/games/codex_naturalis/text/en.json";
import de from "../../../../src/ludoteca/games/codex_naturalis/text/de.json";
import it from "../../../../src/ludoteca/games/codex_naturalis/text/it.json";
import { say as fillIn, type Language } from "../../lib/words";
import type { Say } from "../contract";
import { ALL_CARDS, ALL_OBJECTIVES } from "./cards";
import {
  asSentence,
  describeCard,
  describePlace,
  listCounts,
  nameObjective,
  objectivePoints,
  tellReason,
  tellRefusedPlace,
} from "./speech";
import type { Outcome, Placement } from "./view";

const words: Record<Language, Record<string, string>> = { en, it, de };
const speak =
  (language: Language): Say =>
  (key, values) =>
    fillIn([words[language]], language, key, values);
const say = speak("en");

const area: Placement[] = [
  { card: 81, side: "front", x: 0, y: 0 },
  { card: 5, side: "front", x: 1, y: 1 },
];
const outcome: Outcome = {
  x: 2,
  y: 2,
  text: "54 front 2,2",
  points: 4,
  notes: {
    symbols: { plant: -1, quill: 1 },
    covers: 2,
    why: { rule: "covered_corner", count: 2, each: 2 },
    objectives: { "95": 1 },
  },
};

test("a place says where it lies, what it covers, and what it brings and costs", () => {
  expect(describePlace(say, outcome, 4, 9, area, outcome)).toBe(
    "Place 4 of 9, upper right of the fungi resource card. Covers 2 corners. 4 points. " +
      "Gains 1 quill. Loses 1 plant. Objective fulfilled: Sets of 3 fungi, +2 points.",
  );
});

test("a place whose outcome is not known yet still says where it lies", () => {
  expect(describePlace(say, { x: -1, y: -1 }, 1, 3, area, null)).toBe(
    "Place 1 of 3, lower left of the starter card.",
  );
});

test("a card says its points, symbols, hidden corners and requirement", () => {
  expect(describeCard(say, 41, "front")).toBe(
    "gold fungi card, 1 point for each quill, 1 quill, 1 hidden corner, needs 2 fungi and 1 animal",
  );
  expect(describeCard(say, 41, "back")).toBe("gold fungi card, face down");
  expect(describeCard(say, { kind: "resource", kingdom: "insect" }, "back")).toBe(
    "insect resource card, face down",
  );
});

test("points are followed by their reason", () => {
  expect(tellReason(say, outcome)).toBe("2 for each of the 2 covered corners.");
  expect(tellReason(say, outcome, true)).toBe("2 covered corners, 2 each");
  expect(objectivePoints(outcome)).toBe(2);
});

test("a refused place is explained without numbers", () => {
  expect(tellRefusedPlace(say, { x: 0, y: 2 }, area)).toBe("A hidden corner touches this place.");
  expect(tellRefusedPlace(say, { x: 4, y: 4 }, area)).toBe(
    "No corner of your play area touches this place.",
  );
  expect(asSentence("place a card first, then draw")).toBe("Place a card first, then draw.");
});

test("lists are joined as the language does", () => {
  expect(listCounts(speak("it"), { plant: 2, quill: 1 })).toBe("2 vegetali e 1 piuma");
  expect(listCounts(speak("de"), { fungi: 1 })).toBe("1 Pilz");
});

test.each(["en", "it", "de"] as const)("every card and objective can be said in %s", (language) => {
  const speaker = speak(language);
  const said = [
    ...ALL_CARDS.flatMap(({ id }) => [
      describeCard(speaker, id, "front"),
      describeCard(speaker, id, "back"),
    ]),
    ...ALL_OBJECTIVES.map(({ id }) => nameObjective(speaker, id)),
  ].join("\n");
  expect(said).not.toMatch(/[⟦{}]|undefined/);
});

test("all languages have the same words of the board", () => {
  const keys = (language: Language) =>
    Object.keys(words[language]).filter((key) => key.startsWith("board."));
  expect(keys("it")).toEqual(keys("en"));
  expect(keys("de")).toEqual(keys("en"));
});
