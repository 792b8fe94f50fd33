// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FocusRestorer } from "./focus";

let stop = () => {};
let board: HTMLElement;
const restorer = new FocusRestorer();
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const mend = () => restorer.mend(board, ["#gone", "#next"]);

/** Whether the browser shows the focus is up to it: here keys or the mouse have brought it. */
function focus(selector: string, byKeys = true) {
  vi.spyOn(find(selector), "matches").mockImplementation(
    (one) => one === ":focus-visible" && byKeys,
  );
  find(selector).focus();
}

beforeEach(() => {
  document.body.innerHTML = `<div id="board"><button id="place"></button><button id="next"></button></div><a id="out" href="/">x</a>`;
  board = find("#board");
  stop = restorer.watch(board);
});
afterEach(() => stop());

test("who loses the focus with what was chosen goes on where the next choice is", () => {
  focus("#place");
  mend();
  expect(document.activeElement!.id).toBe("place");
  find("#place").remove();
  mend();
  expect(document.activeElement!.id).toBe("next");
});

test("a player with the mouse, or whose focus was elsewhere, is left alone", () => {
  focus("#place", false);
  find("#place").remove();
  mend();
  expect(document.activeElement).toBe(document.body);
  focus("#out");
  find("#out").remove();
  mend();
  expect(document.activeElement).toBe(document.body);
});
