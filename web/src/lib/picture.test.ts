import { expect, test } from "vitest";
import { layOut, linesOf, variablesIn } from "./picture";

const places = [
  { name: "Ada", points: 42, seat: 1 },
  { name: "<b>&", points: 7, seat: 0 },
];
const result = { game: "g", view: {}, history: [], winner: 1, title: "Ada wins", places };

test("the picture names everybody with their points", () => {
  const lines = linesOf(result);
  expect(lines.map(({ text }) => text)).toEqual(["Ada wins", "Ada", "42", "<b>&", "7", "ludoteca"]);
  const last = linesOf({ ...result, places: Array.from({ length: 4 }, () => places[0]!) });
  expect(Math.max(...last.slice(0, -1).map(({ y }) => y))).toBeLessThan(540);
});

test("a long sentence is written smaller", () => {
  const long = "Wilhelmina gewinnt mit 112 Punkten!";
  expect(linesOf({ ...result, title: long })[0]!.size).toBeLessThan(linesOf(result)[0]!.size);
});

test("it has the colours of the theme and of the seats, and no name is markup", () => {
  const drawn = layOut(result, "<g id='board'/>", (name) => `of${name}`);
  expect(drawn).toContain("<g id='board'/>");
  expect(drawn).toContain('fill="of--wall"');
  expect([...drawn.matchAll(/of--seat-\d/g)].map(String)).toEqual(["of--seat-2", "of--seat-1"]);
  expect(drawn).not.toContain("Ada");
});

test("the colours that a drawing asks for are found once each", () => {
  const markup = '<path fill="var(--gold-1)" stroke="var(--ink, #000)"/><g fill="var(--gold-1)"/>';
  expect(variablesIn(markup)).toEqual(["--gold-1", "--ink"]);
});
