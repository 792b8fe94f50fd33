// @vitest-environment happy-dom
/** The board played by clicks and keys on recorded positions. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import draw from "../../../dev/frames/codex_naturalis/draw.json";
import four from "../../../dev/frames/codex_naturalis/four.json";
import middle from "../../../dev/frames/codex_naturalis/middle.json";
import objective from "../../../dev/frames/codex_naturalis/objective.json";
import over from "../../../dev/frames/codex_naturalis/over.json";
import starter from "../../../dev/frames/codex_naturalis/starter.json";
import waiting from "../../../dev/frames/codex_naturalis/waiting.json";
import en from "../../../../src/ludoteca/games/codex_naturalis/text/en.json";
import type { BoardProps, Fields } from "../contract";
import Board from "./Board.svelte";
import {
  SETTINGS,
  all,
  boardProps,
  click,
  find,
  layOut,
  type RecordedFrame,
} from "../../lib/testing.svelte";
import { keyOf } from "./view";

vi.setConfig({ testTimeout: 30_000 }); // a busy machine draws slowly

let board: object | null = null;
let props: Fields;

beforeEach(() => {
  layOut(848, 524); // a frame to fit the area into
});

afterEach(async () => {
  if (board) await unmount(board);
  board = null;
  document.body.innerHTML = "";
});

function show(frame: RecordedFrame, more: Fields = {}) {
  props = boardProps("codex_naturalis", en, frame, {
    ask: (partial: Fields) => {
      props.continuations =
        frame.asked?.find((one) => keyOf(one.partial) === keyOf(partial)) ?? null;
    },
    whyNot: vi.fn(async () => ({ code: "", sentence: "No." })),
    ...more,
  });
  board = mount(Board, { target: document.body, props: props as unknown as BoardProps });
  flushSync();
}

function press(key: string, more: KeyboardEventInit = {}) {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
  flushSync();
}
const button = () => find(".verdict .filled") as HTMLButtonElement | null;

test("a card, a place, and the button that names the act", () => {
  show(middle);
  expect(button()!.disabled).toBe(true);
  click(find('[data-hand="54"]'));
  expect(all("[data-spot]")).toHaveLength(9);
  expect(find('[data-spot="-5,1"]')!.textContent).toContain("+4");
  click(find('[data-spot="-5,1"]'));
  expect(find(".verdict .big")!.textContent).toBe("+4");
  expect(find(".verdict")!.textContent).toContain("2 for each of the 2 covered corners.");
  expect(button()!.textContent).toContain("Place card");
  click(button());
  expect(props.play).toHaveBeenCalledWith("54 front -5,1");
});

test("without asking first, the first tap on a place plays", () => {
  show(middle, { settings: { ...SETTINGS, confirm: false } });
  click(find('[data-hand="54"]'));
  click(find('[data-spot="0,2"]'));
  expect(props.play).toHaveBeenCalledWith("54 front 0,2");
});

test("a second tap on the same place plays, putting back gives the card back", () => {
  show(middle);
  click(find('[data-hand="54"]'));
  click(find('[data-spot="0,2"]'));
  press("Escape");
  expect(find("[data-held]")).toBeNull();
  click(find('[data-spot="0,2"]'));
  click(find('[data-spot="0,2"]'));
  expect(props.play).toHaveBeenCalledWith("54 front 0,2");
});

test("a failed requirement offers to flip, and face down every place is open", () => {
  show(four);
  click(find('[data-hand="49"]'));
  expect(all("[data-spot]")).toHaveLength(0);
  expect(find(".verdict")!.textContent).toContain(
    "You need 3 fungi but have 1. Face down, it needs nothing.",
  );
  click(button());
  expect(all("[data-spot]")).toHaveLength(7);
});

test("the whole turn by keys", () => {
  show(middle);
  press("1");
  expect(find('[data-hand="54"]')!.getAttribute("aria-selected")).toBe("true");
  press("n");
  expect(find("[data-held]")).not.toBeNull();
  press("N", { shiftKey: true });
  press("f");
  click(button());
  expect((props.play as ReturnType<typeof vi.fn>).mock.calls[0]![0]).toMatch(
    /^54 back -?\d+,-?\d+$/,
  );
});

test("the symbols tell what a placing would cost", () => {
  show(middle);
  click(find('[data-hand="54"]'));
  click(find('[data-spot="-5,1"]'));
  const told = all(".tally li").map((one) => one.textContent!.replace(/\s+/g, " "));
  expect(told.some((one) => one.includes("5 plants, then 4"))).toBe(true);
  expect(told.some((one) => one.includes("→ 0"))).toBe(true);
});

test("drawing: the table is lit, the dock says what is drawn", () => {
  show(draw);
  click(find('[data-source="9"]'));
  expect(find(".verdict")!.textContent).toContain("Take this one: 1 point, 1 fungus.");
  click(button());
  expect(props.play).toHaveBeenCalledWith("draw 9");
});

test("drawing before placing is refused with the rule's sentence", async () => {
  show(middle);
  click(find('[data-source="gold_deck"]'));
  await vi.waitFor(() => expect(props.frame.refuse).toHaveBeenCalledWith("No."));
  expect(props.play).not.toHaveBeenCalled();
});

test("the side of the starter card, and the objective that is kept", async () => {
  show(starter);
  click(find("[data-side=back]"));
  click(button());
  expect(props.play).toHaveBeenCalledWith("back");
  await unmount(board!);
  show(objective);
  click(find('[data-objective="96"]'));
  click(button());
  expect(props.play).toHaveBeenCalledWith("keep 96");
});

test("who waits is told for whom, and can look at the others' pages", () => {
  show(waiting);
  expect(find(".verdict")!.textContent).toContain("Bo is choosing.");
  click(all(".rival")[0]!);
  expect(find(".peek")!.textContent).toContain("Bo’s play area");
  press("Escape");
  expect(find(".peek")).toBeNull();
});

test("a new position forgets the place, and the card once it has left the hand", () => {
  show(middle);
  click(find('[data-hand="54"]'));
  click(find('[data-spot="0,2"]'));
  props.ply += 1;
  flushSync();
  expect(find("[data-held]")).toBeNull();
  expect(find('[data-hand="54"]')!.getAttribute("aria-selected")).toBe("true");
  props.view.seats[1].hand = [69, 75];
  props.ply += 1;
  flushSync();
  expect(find('[aria-selected="true"]')).toBeNull();
});

test("a card that a rival draws flies to their panel", async () => {
  const flown = {
    onfinish: () => undefined,
    cancel: () => undefined,
    finished: new Promise(() => undefined),
  };
  const fly = vi.spyOn(Element.prototype, "animate").mockReturnValue(flown as unknown as Animation);
  show(waiting, { settings: { ...SETTINGS, motion: true } });
  const seat = props.movers[0] as number;
  const [card] = props.view.face_up.gold as number[];
  const view = { ...props.view, face_up: { ...props.view.face_up, gold: [null, null] } };
  const move = { draw: card };
  const line = { ply: props.ply + 1, kind: "move", text: "", seat, move, by_bot: true };
  Object.assign(props, { view, ply: props.ply + 1, happened: [line] });
  flushSync();
  await vi.waitFor(() => expect(find(".codex-drawn")).not.toBeNull());
  expect(find(`[data-rival="${seat}"]`)).not.toBeNull();
  fly.mockRestore();
});

test("in the set-up, the choices of others leave one's own alone", () => {
  show(objective);
  click(find('[data-objective="96"]'));
  props.ply += 1;
  flushSync();
  expect(button()!.disabled).toBe(false);
});

test("the same position given again keeps the choice", () => {
  show(middle);
  click(find('[data-hand="54"]'));
  props.settings = { ...SETTINGS, dark: true };
  props.view = { ...props.view };
  flushSync();
  expect(find('[data-hand="54"]')!.getAttribute("aria-selected")).toBe("true");
});

test("every place is a button with a spoken label, in reading order, one of them in the tab order", () => {
  show(middle);
  click(find('[data-hand="54"]'));
  const places = all("[data-spot]");
  expect(places.map((one) => one.textContent!.trim().slice(0, 12))).toEqual(
    places.map((_, n) => `Place ${n + 1} of 9`.slice(0, 12)),
  );
  expect(places.filter((one) => one.tabIndex === 0)).toHaveLength(1);
});

test.each(["desktop", "phone"])("no word is missing: %s", (size) => {
  for (const frame of [middle, draw, starter, objective, waiting, over]) {
    show(frame as { props: Fields }, { size });
    expect(document.body.innerHTML).not.toContain("⟦");
    void unmount(board!);
    document.body.innerHTML = "";
  }
  board = null;
});

test("a hint steps back while another card than the hinted one is held", () => {
  const move = { place: 54, side: "front", x: -5, y: 1 };
  const outcome = {
    text: "54 front -5,1",
    move,
    points: { track: 4, total: 4 },
    notes: { why: { rule: "flat", count: 1, each: 4 }, symbols: {} },
  };
  show(middle, { hint: { stage: 2, line: { text: "54 front -5,1", move, outcome } } });
  flushSync();
  expect(all(".hint")).toHaveLength(1);
  expect(find(".verdict")!.textContent).toContain("+4. Shown on the card.");
  expect(find(".verdict")!.textContent).not.toContain("..");
  expect(props.frame.announce).toHaveBeenCalledWith(expect.stringContaining("+4."));
  click(find('[data-hand="69"]'));
  expect(all(".hint")).toHaveLength(0);
  expect(find(".verdict")!.textContent).not.toContain("Shown on the card");
});

test("every player has a chip, from which reactions come", () => {
  show(four);
  for (const seat of [0, 1, 2, 3]) expect(all(`[data-chip="${seat}"]`).length).toBeGreaterThan(0);
});
