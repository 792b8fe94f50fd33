import { expect, test } from "vitest";
import { layOut } from "./picture";

test("the picture names everybody with their points, and nothing in a name is markup", () => {
  const places = [
    { name: "Ada", points: 42, seat: 1 },
    { name: "<b>&", points: 7, seat: 0 },
  ];
  const result = { game: "g", view: {}, winner: 1, title: "Ada wins", places };
  const drawn = layOut(result, "<g id='board'/>");
  const texts = [...drawn.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((one) => one[1]);
  expect(texts).toEqual(["Ada wins", "Ada", "42", "&#60;b&#62;&#38;", "7", "ludoteca"]);
  expect(drawn).toContain("<g id='board'/>");
});
