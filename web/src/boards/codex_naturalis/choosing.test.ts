import { expect, test } from "vitest";
import { lackOf, maySide, nextPlace, placeTowards, placesFor, requirementOf } from "./choosing";
import type { Sign } from "./kingdoms";
import type { Outcome } from "./view";

const none: Record<Sign, number> = {
  fungi: 0,
  plant: 0,
  animal: 0,
  insect: 0,
  quill: 0,
  inkwell: 0,
  manuscript: 0,
};
const choices = {
  place: { front: [5], back: [5, 41] },
  places: [
    [1, 1],
    [-1, 1],
    [0, -2],
  ] as [number, number][],
};

test("a requirement tells seal by seal what is missing", () => {
  const { met, seals } = requirementOf(41, { ...none, fungi: 1, animal: 1 });
  expect(met).toBe(false);
  expect(seals).toEqual([
    { symbol: "fungi", missing: false },
    { symbol: "fungi", missing: true },
    { symbol: "animal", missing: false },
  ]);
  expect(requirementOf(41, { ...none, fungi: 2, animal: 3 }).met).toBe(true);
  expect(lackOf(41, { ...none, fungi: 1 })).toEqual({ symbol: "fungi", need: 2, have: 1 });
  expect(lackOf(5, none)).toBeNull();
});

test("only the sides that the server names may be placed", () => {
  expect(maySide(choices, 41, "front")).toBe(false);
  expect(maySide(choices, 41, "back")).toBe(true);
  expect(maySide({}, 41, "back")).toBe(false);
});

test("a failed requirement takes the places away face up, not face down", () => {
  expect(placesFor(choices, 41, "front")).toEqual([]);
  expect(placesFor(choices, 41, "back")).toEqual([
    { x: -1, y: 1 },
    { x: 1, y: 1 },
    { x: 0, y: -2 },
  ]);
  expect(placesFor(choices, null, "back")).toEqual([]);
});

test("N goes through the places in reading order and begins again", () => {
  const places = placesFor(choices, 5, "front");
  expect(nextPlace(places, null, 1)).toEqual(places[0]);
  expect(nextPlace(places, places[2]!, 1)).toEqual(places[0]);
  expect(nextPlace(places, null, -1)).toEqual(places[2]);
  expect(nextPlace([], null, 1)).toBeNull();
});

test("with Shift the best points come first", () => {
  const places = placesFor(choices, 5, "front");
  const outcomes = [
    { x: 0, y: -2, points: 4 },
    { x: 1, y: 1, points: 2 },
  ] as Outcome[];
  expect(nextPlace(places, null, 1, outcomes)).toEqual({ x: 0, y: -2 });
  expect(nextPlace(places, { x: 0, y: -2 }, 1, outcomes)).toEqual({ x: 1, y: 1 });
});

test("arrows go to the nearest place in their direction", () => {
  const places = placesFor(choices, 5, "front");
  expect(placeTowards(places, { x: -1, y: 1 }, "right")).toEqual({ x: 1, y: 1 });
  expect(placeTowards(places, { x: 1, y: 1 }, "down")).toEqual({ x: 0, y: -2 });
  expect(placeTowards(places, { x: 1, y: 1 }, "up")).toBeNull();
});
