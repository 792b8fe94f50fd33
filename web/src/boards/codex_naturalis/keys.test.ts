// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { keyAct, type KeyActs } from "./keys";

function press(key: string, letters = true, more: KeyboardEventInit = {}, target?: Element) {
  const acts = {
    card: vi.fn(),
    flip: vi.fn(),
    step: vi.fn(),
    zoom: vi.fn(),
    fit: vi.fn(),
    pan: vi.fn(),
    back: vi.fn(() => true),
    table: vi.fn(),
    goals: vi.fn(),
    rival: vi.fn(),
  } satisfies KeyActs;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  if (target) Object.defineProperty(event, "target", { value: target });
  return { did: keyAct(event, letters, acts), acts };
}

test("1 to 3 choose a card of the hand", () => {
  expect(press("2").acts.card).toHaveBeenCalledWith(1);
  expect(press("4").did).toBe(false);
});

test("letters can be switched off, signs and Escape stay", () => {
  expect(press("f").acts.flip).toHaveBeenCalled();
  expect(press("f", false).did).toBe(false);
  expect(press("+", false).acts.zoom).toHaveBeenCalledWith(1.25);
  expect(press("0", false).acts.fit).toHaveBeenCalled();
  expect(press("Escape", false).acts.back).toHaveBeenCalled();
});

test("N and P step through the places, with Shift the best first", () => {
  expect(press("n").acts.step).toHaveBeenCalledWith(1, false);
  expect(press("P", true, { shiftKey: true }).acts.step).toHaveBeenCalledWith(-1, true);
});

test("Shift and an arrow pan", () => {
  expect(press("ArrowLeft", true, { shiftKey: true }).acts.pan).toHaveBeenCalledWith(80, 0);
  expect(press("ArrowLeft").did).toBe(false);
});

test("who types is not disturbed, nor are the browser's own keys", () => {
  expect(press("f", true, {}, document.createElement("input")).did).toBe(false);
  expect(press("+", true, { ctrlKey: true }).did).toBe(false);
});
