import { expect, test } from "vitest";
import { layOut } from "./picture";

test("the picture names everybody with their points, and nothing in a name is markup", () => {
  const places = [
    { name: "Ada", points: 42, seat: 1 },
    { name: "<b>&", points: 7, seat: 0 },
  ];
  const result = { game: "g", view: {}, winner: 1, title: "Ada wins", places };
  const drawn = new DOMParser().parseFromString(layOut(result, "<g id='board'/>"), "text/html");
  const texts = [...drawn.querySelectorAll("text")].map((one) => one.textContent);
  expect(texts).toEqual(["Ada wins", "Ada", "42", "<b>&", "7", "ludoteca"]);
  expect(drawn.querySelector("#board")).not.toBeNull();
});
