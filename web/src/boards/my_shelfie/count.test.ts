import { expect, test } from "vitest";
import four from "../../../dev/frames/my_shelfie/four_last.json";
import { countSheet, emptySheet, groupsOf } from "./count";
import type { Standing, View } from "./view";

test("an empty bookshelf counts nothing; every part is added", () => {
  expect(countSheet(emptySheet()).total).toBe(0);
  const rows = ["CCCCC", "C....", ".....", "BBB..", "....T", "....T"];
  const parts = countSheet({ rows, tokens: [8, 4], end: true, matched: 3 });
  expect(parts).toEqual({ common: 12, end: 1, personal: 4, groups: 10, total: 27 });
});

test("groups are those that the rules count, on the bookshelves of a real match", () => {
  const view = four.props.view as unknown as View;
  const standing = four.props.standing as unknown as Standing[];
  let compared = 0;
  view.seats.forEach(({ bookshelf }, seat) => {
    const points = groupsOf(bookshelf).map((one) => one.points);
    const known = standing[seat]!.groups.map((one) => one.points).filter(Boolean);
    expect(points).toEqual([...known].sort((a, b) => b - a));
    compared += known.length;
  });
  expect(compared).toBeGreaterThan(3);
});
