/** One finger or the mouse pans, two fingers pinch, a touch without moving is a tap. */

import type { Spot } from "./geometry";

/** So far may a finger stray, in px, before a tap becomes a drag. */
const STRAY = 6;

/** Call once the pointer that went down has strayed; until then it may still be a tap. */
export function whenDragged(down: PointerEvent, start: (event: PointerEvent) => void) {
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < STRAY) return;
    end();
    start(event);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** So far above a finger is what it carries, in px: it would be hidden under it. */
const LIFT = 34;

/** Follow the pointer that carries something until it is dropped; false: the drag was broken off. */
export function carry(
  down: PointerEvent,
  acts: { moved(x: number, y: number): void; dropped(kept: boolean): void },
) {
  const lift = down.pointerType === "mouse" ? 0 : LIFT;
  const move = (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) acts.moved(event.clientX, event.clientY - lift);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    acts.dropped(event.type === "pointerup");
  };
  move(down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

interface Acts {
  moved(dx: number, dy: number): void;
  pinched(factor: number, at: Spot): void;
  tapped(at: Spot): void;
}

/** Make the listeners of an element that is panned and pinched. */
export function follow(acts: Acts) {
  const down = new Map<number, Spot>();
  let start: Spot | null = null;
  let dragged = false;

  function spread(): { far: number; middle: Spot } {
    const [a, b] = [...down.values()] as [Spot, Spot];
    return {
      far: Math.hypot(a.x - b.x, a.y - b.y),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }

  function leave(event: PointerEvent) {
    const known = down.delete(event.pointerId);
    if (known && !down.size && !dragged && start && event.type === "pointerup") {
      const target = event.target as Element;
      if (!target.closest("button")) acts.tapped(start);
    }
  }

  return {
    onpointerdown(event: PointerEvent) {
      if (event.button > 0) return;
      if (!down.size) dragged = false;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start = { x: event.clientX, y: event.clientY };
    },
    onpointermove(event: PointerEvent) {
      const last = down.get(event.pointerId);
      if (!last) return;
      const here = { x: event.clientX, y: event.clientY };
      if (down.size === 2) {
        const before = spread();
        down.set(event.pointerId, here);
        const after = spread();
        dragged = true;
        if (before.far > 0) acts.pinched(after.far / before.far, after.middle);
        acts.moved(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
        return;
      }
      if (!dragged && start && Math.hypot(here.x - start.x, here.y - start.y) < STRAY) return;
      if (!dragged) {
        dragged = true;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
      }
      down.set(event.pointerId, here);
      acts.moved(here.x - last.x, here.y - last.y);
    },
    onpointerup: leave,
    onpointercancel: leave,
    /** After a drag, no click: the finger was lifted over something by chance. */
    onclickcapture(event: MouseEvent) {
      if (!dragged || event.detail === 0) return; // 0: a key, no finger
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
