import { expect, test } from "vitest";
import { tellResult } from "./scores";

test("a result is told in order of points; equal points share a place", () => {
  const players = [
    { name: "Ada", total: 30 },
    { name: "Bo", total: 42 },
    { name: "Cy", total: 30 },
  ];
  expect(tellResult(players)).toBe("1. Bo 42 · 2. Ada 30 · 2. Cy 30");
});
