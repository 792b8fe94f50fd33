// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import codex from "../boards/codex_naturalis/terms.json";
import shelfie from "../boards/my_shelfie/terms.json";
import codexWords from "../../../src/ludoteca/games/codex_naturalis/text/de.json";
import shelfieWords from "../../../src/ludoteca/games/my_shelfie/text/it.json";
import { explainsTerms, LONG } from "./glossary";

const explain = vi.fn();
const chosen = vi.fn();
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><p data-term="groups"><button>+</button></p><i></i></main>';
  const main = document.querySelector("main")!;
  stop = explainsTerms(main, explain);
  main.querySelector("button")!.addEventListener("click", chosen);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  explain.mockClear();
  chosen.mockClear();
});

/** `at`: when it happened, in milliseconds; the page may hear of it later. */
function send(type: string, more: PointerEventInit = {}, at = Date.now()): void {
  const init = { bubbles: true, cancelable: true, isPrimary: true, ...more };
  const event = new PointerEvent(type, init);
  Object.defineProperty(event, "timeStamp", { value: at });
  document.querySelector("button")!.dispatchEvent(event);
}

test("a long press explains the word and chooses nothing; a short one chooses", () => {
  send("pointerdown");
  vi.advanceTimersByTime(LONG);
  expect(explain).toHaveBeenCalledWith("groups", document.querySelector("p"));
  send("pointerup");
  send("click");
  expect(chosen).not.toHaveBeenCalled();
  send("pointerdown");
  send("pointerup");
  send("click");
  vi.advanceTimersByTime(LONG);
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(explain).toHaveBeenCalledTimes(1);
});

test("a short press of which a busy page hears late still chooses", () => {
  const began = Date.now();
  send("pointerdown", {}, began);
  vi.advanceTimersByTime(LONG);
  send("pointerup", {}, began + 80);
  send("click");
  expect(chosen).toHaveBeenCalledTimes(1);
});

test("a finger that moves drags, and the menu key asks", () => {
  send("pointerdown", { clientX: 5, clientY: 5 });
  send("pointermove", { clientX: 40, clientY: 5 });
  vi.advanceTimersByTime(LONG);
  expect(explain).not.toHaveBeenCalled();
  send("contextmenu");
  expect(explain).toHaveBeenCalledTimes(1);
  send("click");
  expect(chosen).toHaveBeenCalledTimes(1);
});

test("every term of a game is explained in its words", () => {
  for (const term of shelfie) expect(shelfieWords).toHaveProperty([`term.${term}`]);
  for (const term of codex) expect(codexWords).toHaveProperty([`term.${term}`]);
});
