// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { carry, follow, whenDragged } from "./pointers";

function area() {
  const acts = { moved: vi.fn(), pinched: vi.fn(), tapped: vi.fn() };
  const listeners = follow(acts);
  const element = document.createElement("div");
  element.setPointerCapture = vi.fn();
  const send = (type: "down" | "move" | "up", id: number, x: number, y: number) => {
    const event = new PointerEvent(`pointer${type}`, {
      pointerId: id,
      clientX: x,
      clientY: y,
      bubbles: true,
    });
    Object.defineProperty(event, "target", { value: element });
    Object.defineProperty(event, "currentTarget", { value: element });
    listeners[`onpointer${type}`](event);
  };
  return { acts, listeners, send };
}

test("a touch that hardly strays is a tap", () => {
  const { acts, send } = area();
  send("down", 1, 100, 100);
  send("move", 1, 103, 102);
  send("up", 1, 103, 102);
  expect(acts.tapped).toHaveBeenCalledWith({ x: 100, y: 100 });
  expect(acts.moved).not.toHaveBeenCalled();
});

test("one finger pans, and what it is lifted over is not clicked", () => {
  const { acts, listeners, send } = area();
  send("down", 1, 100, 100);
  send("move", 1, 120, 110);
  send("up", 1, 120, 110);
  expect(acts.moved).toHaveBeenCalledWith(20, 10);
  expect(acts.tapped).not.toHaveBeenCalled();
  const click = new MouseEvent("click", { detail: 1, cancelable: true });
  listeners.onclickcapture(click);
  expect(click.defaultPrevented).toBe(true);
});

test("a key pressed after a drag still clicks", () => {
  const { listeners, send } = area();
  send("down", 1, 0, 0);
  send("move", 1, 50, 0);
  send("up", 1, 50, 0);
  const click = new MouseEvent("click", { detail: 0, cancelable: true });
  listeners.onclickcapture(click);
  expect(click.defaultPrevented).toBe(false);
});

test("two fingers pinch about their middle", () => {
  const { acts, send } = area();
  send("down", 1, 100, 100);
  send("down", 2, 200, 100);
  send("move", 2, 300, 100);
  expect(acts.pinched).toHaveBeenCalledWith(2, { x: 200, y: 100 });
});

test("a card is taken along only once the finger has strayed", () => {
  const start = vi.fn();
  whenDragged(new PointerEvent("pointerdown", { pointerId: 7, clientX: 10, clientY: 10 }), start);
  dispatchEvent(new PointerEvent("pointermove", { pointerId: 7, clientX: 12, clientY: 10 }));
  expect(start).not.toHaveBeenCalled();
  dispatchEvent(new PointerEvent("pointermove", { pointerId: 7, clientX: 30, clientY: 10 }));
  dispatchEvent(new PointerEvent("pointermove", { pointerId: 7, clientX: 40, clientY: 10 }));
  expect(start).toHaveBeenCalledTimes(1);
});

test("what a finger carries is seen above it, and a broken drag keeps nothing", () => {
  const acts = { moved: vi.fn(), dropped: vi.fn() };
  carry(
    new PointerEvent("pointermove", {
      pointerId: 3,
      clientX: 50,
      clientY: 90,
      pointerType: "touch",
    }),
    acts,
  );
  expect(acts.moved).toHaveBeenLastCalledWith(50, 56);
  dispatchEvent(new PointerEvent("pointermove", { pointerId: 4, clientX: 0, clientY: 0 }));
  expect(acts.moved).toHaveBeenCalledTimes(1);
  dispatchEvent(new PointerEvent("pointercancel", { pointerId: 3 }));
  expect(acts.dropped).toHaveBeenCalledWith(false);
});
