// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { go, parseRoute, route } from "./router.svelte";

test("addresses name screens", () => {
  expect(parseRoute("/")).toEqual({ screen: "home" });
  expect(parseRoute("/t/k3v9abcd0011")).toEqual({ screen: "table", match: "k3v9abcd0011" });
  expect(parseRoute("/r/k3v9", "?ply=12&seat=1")).toEqual({
    screen: "replay",
    match: "k3v9",
    ply: 12,
    seat: 1,
    rate: false,
  });
  expect(parseRoute("/r/k3v9", "?rate")).toMatchObject({ screen: "replay", rate: true });
  expect(parseRoute("/r/k3v9", "?ply=x")).toMatchObject({ ply: null });
  expect(parseRoute("/rules/my_shelfie")).toEqual({ screen: "rules", game: "my_shelfie" });
  expect(parseRoute("/learn/my_shelfie/")).toEqual({ screen: "learn", game: "my_shelfie" });
  expect(parseRoute("/people/Ada%20L")).toEqual({ screen: "person", name: "Ada L" });
});

test("anything else is missing, never an error", () => {
  for (const path of [
    "/t/",
    "/t/a",
    "/t/abcd/more",
    "/x",
    "/people/%E0%A4%A",
    "/rules/<b>",
    "/t/<script>",
  ])
    expect(parseRoute(path)).toEqual({ screen: "missing" });
});

test("going somewhere changes address and screen", () => {
  go("/settings");
  expect(location.pathname).toBe("/settings");
  expect(route()).toEqual({ screen: "settings" });
});

test("pieces of a game and a record from a file have addresses", () => {
  expect(parseRoute("/pieces/my_shelfie")).toEqual({ screen: "pieces", game: "my_shelfie" });
  expect(parseRoute("/replays/file")).toEqual({ screen: "opened" });
});
