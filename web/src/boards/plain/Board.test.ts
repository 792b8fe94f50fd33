// @vitest-environment happy-dom
/** The plain board on a position as small as can be. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { all, boardProps, click, find } from "../../lib/testing.svelte";
import type { BoardProps, Fields } from "../contract";
import Board from "./Board.svelte";

let board: object | null = null;
let props: Fields;

afterEach(async () => {
  if (board) await unmount(board);
  board = null;
  document.body.innerHTML = "";
});

function show(choices: Fields) {
  const position = {
    names: ["Mira", "Bo"],
    ply: 3,
    view: {},
    choices,
    standing: [{}, {}],
    movers: [0],
    seat: 0,
    interactive: true,
  };
  props = boardProps("a_game", {}, { props: position }, { ask: vi.fn() });
  board = mount(Board, { target: document.body, props: props as unknown as BoardProps });
  flushSync();
}

test("what moves bring is asked once a move is written, not before", () => {
  show({ moves: ["bid 1", "bid 2"] });
  expect(all("[role=option]")).toHaveLength(2);
  expect(props.ask).not.toHaveBeenCalled();
  click(find("[role=option]"));
  expect(props.ask).toHaveBeenCalledExactlyOnceWith({});
});

test("moves that were not given are asked for", () => {
  show({ bids: 2 });
  expect(props.ask).toHaveBeenCalledExactlyOnceWith({});
});
