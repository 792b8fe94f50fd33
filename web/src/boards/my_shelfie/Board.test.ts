// @vitest-environment happy-dom
/** The board played by clicks and keys on recorded positions. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import en from "../../../../src/ludoteca/games/my_shelfie/text/en.json";
import last from "../../../dev/frames/my_shelfie/four_last.json";
import middle from "../../../dev/frames/my_shelfie/three_middle.json";
import waiting from "../../../dev/frames/my_shelfie/three_waiting.json";
import watching from "../../../dev/frames/my_shelfie/three_watching.json";
import { all, boardProps, click, find, layOut, type RecordedFrame } from "../../lib/testing.svelte";
import type { BoardProps, Fields } from "../contract";
import { say as hear, spoken } from "../../lib/notices.svelte";
import Board from "./Board.svelte";
import type { View } from "./view";

// The drawings are many, and nothing here looks at them.
vi.mock("./TileSprite.svelte", () => ({ default: () => undefined }));
vi.setConfig({ testTimeout: 30_000 });

let board: object | null = null;
let props: Fields;

beforeEach(() => {
  layOut(1440, 840);
});
afterEach(async () => {
  if (board) await unmount(board);
  board = null;
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

function show(frame: RecordedFrame, more: Fields = {}) {
  props = boardProps("my_shelfie", en, frame, {
    ask: vi.fn((partial: Fields) => {
      const text = JSON.stringify(partial);
      props.continuations =
        frame.asked?.find((one) => JSON.stringify(one.partial) === text) ?? null;
    }),
    whyNot: vi.fn(async () => ({
      code: "no_free_side",
      sentence: "the tile on e4 has no free side",
    })),
    ...more,
  });
  board = mount(Board, { target: document.body, props: props as unknown as BoardProps });
  flushSync();
}

const tile = (key: string) => find(`[data-room="${key}"]`)!;
const column = (n: number) => find(`[data-column="${n}"]`)!;
const button = () => find(".place .filled") as HTMLButtonElement;
function press(key: string, target: Element = document.body) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

test("three tiles, a column, and the button that names the act", () => {
  show(middle);
  expect(button().disabled).toBe(true);
  expect(props.frame.turn).toHaveBeenLastCalledWith("Your turn: take 1 to 3 tiles in a line");
  for (const key of ["5,1", "5,2", "5,3"]) click(tile(key));
  expect(all('[role="gridcell"][aria-selected="true"]')).toHaveLength(3);
  expect(all(".glows")).toHaveLength(0);
  expect(column(0).textContent).toContain("+3");
  click(column(0));
  expect(find(".reason")!.textContent).toContain("Groups");
  expect(button().textContent).toContain("Place in column 1");
  expect(props.choosing).toHaveBeenLastCalledWith({
    take: [
      [5, 1],
      [5, 2],
      [5, 3],
    ],
    column: 0,
  });
  click(button());
  expect(props.play).toHaveBeenCalledWith("b6c6d6>1");
});

test("a second tap on the column places; without confirming the first does", () => {
  show(middle);
  click(tile("5,1"));
  click(column(1));
  expect(props.play).not.toHaveBeenCalled();
  click(column(1));
  expect(props.play).toHaveBeenCalledTimes(1);
  props.settings.confirm = false;
  click(column(2));
  expect(props.play).toHaveBeenCalledTimes(2);
});

test("a move can be made before it is known what it would bring", () => {
  show(middle, { ask: vi.fn() });
  click(tile("5,1"));
  click(column(1));
  click(button());
  expect(props.play).toHaveBeenCalledWith("b6>2");
});

test("Enter on a tile places once a column is chosen; before that it takes", () => {
  show(middle);
  tile("5,1").focus();
  click(tile("5,1"));
  press("2");
  press("Enter", tile("5,1"));
  expect(props.play).toHaveBeenCalledWith("b6>2");
});

test("what is not allowed may be tapped and says why", async () => {
  show(middle);
  const blocked = all('[role="gridcell"]').find((one) =>
    one.textContent!.includes("no free side"),
  )!;
  click(blocked);
  await vi.waitFor(() =>
    expect(props.frame.refuse).toHaveBeenCalledWith(
      "No free side yet: clear a tile next to it first.",
      blocked,
    ),
  );
  flushSync();
  expect(all(".blocks")).toHaveLength(4);
  click(column(0));
  expect(props.frame.refuse).toHaveBeenLastCalledWith("Tap a glowing tile to start.");
  click(tile("5,1"));
  expect(all(".blocks")).toHaveLength(0);
});

test("keys do what taps do", async () => {
  show(middle);
  tile("5,1").focus();
  press("ArrowRight", document.activeElement!);
  await vi.waitFor(() => expect(document.activeElement).toBe(tile("5,2")));
  click(document.activeElement as HTMLElement);
  click(tile("5,1"));
  press("r");
  expect(props.ask).toHaveBeenLastCalledWith({
    take: [
      [5, 1],
      [5, 2],
    ],
  });
  press("1");
  expect(button().textContent).toContain("column 1");
  press("Escape");
  expect(button().disabled).toBe(true);
  press("Backspace");
  expect(all('[aria-selected="true"]')).toHaveLength(1);
  press("1");
  press("1");
  expect(props.play).toHaveBeenCalledTimes(1);
});

test("V shows a rival's bookshelf, and the next one's", () => {
  const still = { cancel: () => undefined, finished: new Promise(() => undefined) };
  vi.spyOn(Element.prototype, "animate").mockReturnValue(still as unknown as Animation);
  show(middle);
  press("v");
  expect(find("dialog h2")!.textContent).toBe(`${props.names[1]}’s bookshelf`);
  press("v");
  expect(find("dialog h2")!.textContent).toBe(`${props.names[2]}’s bookshelf`);
  press("v");
  expect(find("dialog h2")!.textContent).toBe(`${props.names[1]}’s bookshelf`);
});

test("one cell of the grid is in the tab order", () => {
  show(middle);
  expect(all('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
});

test("who comes back to the grid begins at a tile that may be taken", () => {
  show(middle);
  tile("6,2").focus(); // an empty cell
  flushSync();
  expect(tile("6,2").tabIndex).toBe(0);
  tile("6,2").blur();
  props.choices = { ...props.choices };
  flushSync();
  expect(find('[role="gridcell"][tabindex="0"]')!.getAttribute("aria-disabled")).toBe("false");
});

test("start over clears all, also for the others", () => {
  show(middle);
  click(tile("5,1"));
  click(all("button").find((one) => one.textContent?.includes("Start over"))!);
  expect(all('[aria-selected="true"]')).toHaveLength(0);
  expect(props.choosing).toHaveBeenLastCalledWith({});
});

test("who waits sees what is chosen, and nothing glows", () => {
  show(waiting, {
    selecting: {
      0: {
        take: [
          [5, 1],
          [5, 2],
        ],
      },
    },
  });
  expect(all(".glows")).toHaveLength(0);
  expect(all(".other")).toHaveLength(2);
  expect(find(".dock")!.textContent).toContain("Mira is choosing.");
  expect(find(".place .filled")).toBeNull();
});

test("a rival's choice is seen on their own bookshelf, once they have chosen a column", () => {
  const take = [
    [5, 1],
    [5, 2],
  ];
  show(waiting, { selecting: { 0: { take } } });
  expect(all(".rival .ghost")).toHaveLength(0);
  props.selecting = { 0: { take, column: 0 } };
  flushSync();
  expect(all('.rival[data-seat="0"] .ghost')).toHaveLength(2);
  expect(all(".ghost")).toHaveLength(2);
});

test("a tile shows the same drawing from every seat", () => {
  const drawn = () => all("[data-room] use").map((one) => one.getAttribute("href"));
  show(middle);
  const first = drawn();
  props.seat = null;
  props.shown = 2;
  props.ply += 1;
  flushSync();
  expect(drawn()).toEqual(first);
  expect(first.length).toBeGreaterThan(10);
});

test("a spectator has no dock and no columns to choose", () => {
  show(watching);
  expect(find(".dock")).toBeNull();
  expect(find("[data-column]")).toBeNull();
  expect(find(".shelf h2")!.textContent).toBe("Mira’s bookshelf");
});

test("after a move the choice is gone and what happened is told", () => {
  show(middle);
  click(tile("5,1"));
  Object.assign(props, middle.then);
  flushSync();
  expect(all('[aria-selected="true"]')).toHaveLength(0);
  const told = props.frame.announce.mock.calls.map(([one]: string[]) => one);
  expect(told.filter((one: string) => /^Placed: .* in column 1\./.test(one))).toHaveLength(1);
});

test("in a match of four every rival's move, token, refill and last round is heard, in order", () => {
  const view = structuredClone(last.props.view) as unknown as View;
  view.seats[0]!.end_game_token = false;
  view.seats[0]!.bookshelf[0] = "BBBT.";
  const first = { ...last, props: { ...last.props, view } } as unknown as RecordedFrame;
  show(first, {
    happened: [],
    frame: { turn: vi.fn(), ribbon: vi.fn(), refuse: vi.fn(), sound: vi.fn(), announce: hear },
  });
  const heardBefore = spoken().length;

  const move = (seat: number, tile: string, at: [number, number], column: number, more: Fields) => {
    const next = JSON.parse(JSON.stringify(props.view)) as View;
    const row = next.seats[seat]!.bookshelf;
    const top = row.findLastIndex((line) => line[column] === ".");
    row[top] = row[top]!.slice(0, column) + tile + row[top]!.slice(column + 1);
    const room = next.living_room[at[0]]!;
    next.living_room[at[0]] = `${room.slice(0, at[1])}.${room.slice(at[1] + 1)}`;
    Object.assign(next.seats[seat]!, more.seat ?? {});
    const line = { kind: "move", seat, move: { take: [at], column }, ply: props.ply + 1 };
    const deal = more.deal ? [{ kind: "deal", text: "", seat: null, ply: props.ply + 2 }] : [];
    Object.assign(props, {
      view: next,
      ply: props.ply + 1 + deal.length,
      happened: [line, ...deal],
    });
    flushSync();
  };
  move(2, "T", [1, 3], 0, { seat: { tokens: [{ goal: 6, points: 8 }] } });
  move(3, "C", [2, 4], 0, { deal: true });
  move(0, "P", [2, 3], 4, { seat: { end_game_token: true } });
  expect(
    spoken()
      .slice(heardBefore)
      .map(({ text }) => text),
  ).toEqual([
    "Chiara placed 1 trophy in column 1.",
    expect.stringMatching(/^Chiara scores 8 points for: /),
    "Dario placed 1 cat in column 1.",
    "The living room has been refilled.",
    "Mira placed 1 plant in column 5.",
    "Mira has filled their bookshelf. Last turns.",
  ]);
});

test("the last turns are announced by a ribbon", () => {
  show(last);
  expect(props.frame.ribbon).toHaveBeenLastCalledWith(
    "Mira has filled their bookshelf. Last turns.",
  );
});

test("a hint outlines where, then shows the move", () => {
  const line = { text: "b6>3", move: { take: [[5, 1]], column: 2 } };
  show(middle, { hint: { stage: 1, line } });
  expect(all(".hinted")).toHaveLength(1);
  expect(all(".ghost")).toHaveLength(0);
  props.hint = { stage: 2, line };
  flushSync();
  expect(all(".ghost")).toHaveLength(1);
});

test("every player has a chip, from which reactions come", () => {
  show(middle);
  const seats = props.names.map((_: string, seat: number) => seat);
  for (const seat of seats) expect(all(`[data-chip="${seat}"]`).length).toBeGreaterThan(0);
});

test("nothing is written on the rug's edge: rows and columns are for who asks for them", () => {
  show(middle);
  const written = all(".room :not(:has(*))").map((one) => one.textContent.trim());
  expect(written).toContain("61"); // tiles in the bag
  expect(written.filter((text) => /^([a-i]|[2-9])$/.test(text))).toEqual([]);
});

test("the personal goal is explained beside its picture", () => {
  show(middle);
  click(find("button.personal"));
  const sheet = find("dialog, [role=dialog]")!;
  expect(sheet.querySelectorAll("svg rect, svg use").length).toBeGreaterThan(6);
});
