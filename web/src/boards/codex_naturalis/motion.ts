/** Things that travel: only transform and opacity, and any input ends them. */

const OUT = "cubic-bezier(.2,.8,.2,1)";
const SPRING = "cubic-bezier(.25,1.25,.4,1)";

/** Let an element come from where something lay before. */
export function flyFrom(element: HTMLElement, from: DOMRect, duration: number, spring = false) {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const own = getComputedStyle(element).transform;
  const end = own === "none" ? "" : own;
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width})` },
      { transform: end || "none" },
    ],
    { duration, easing: spring ? SPRING : OUT },
  );
}

/** Let a number fly in an arc from one box to another, then be gone. */
export function flyNumber(parent: HTMLElement, text: string, from: DOMRect, to: DOMRect) {
  const number = document.createElement("span");
  number.className = "codex-flight";
  number.textContent = text;
  number.setAttribute("aria-hidden", "true");
  parent.append(number);
  const at = (x: number, y: number, scale: number) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const [x0, y0] = [from.left + from.width / 2, from.top + from.height / 2];
  const [x1, y1] = [to.left + to.width / 2, to.top + to.height / 2];
  const flight = number.animate(
    [
      { transform: at(x0, y0, 1), opacity: 1 },
      {
        transform: at((x0 + x1) / 2 + (y0 - y1) / 8, (y0 + y1) / 2 - 30, 1.15),
        opacity: 1,
        offset: 0.5,
      },
      { transform: at(x1, y1, 0.5), opacity: 0.3 },
    ],
    { duration: 500, easing: OUT },
  );
  flight.onfinish = flight.oncancel = () => number.remove();
}

/** Let a card go from where it lay to the player who has drawn it, then be gone. */
export function flyAway(parent: HTMLElement, card: HTMLElement, from: DOMRect, to: DOMRect) {
  card.className = "codex-drawn";
  card.style.width = `${from.width}px`;
  card.setAttribute("aria-hidden", "true");
  parent.append(card);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px) translate(-50%, -50%) scale(${scale})`;
  const flight = card.animate(
    [
      { transform: at(from, 1), opacity: 1 },
      { transform: at(to, 0.5), opacity: 1, offset: 0.8 },
      { transform: at(to, 0.4), opacity: 0 },
    ],
    { duration: 450, easing: OUT },
  );
  flight.onfinish = flight.oncancel = () => card.remove();
}

/** End everything that moves under an element. */
export function endMotion(element: HTMLElement) {
  for (const animation of element.getAnimations?.({ subtree: true }) ?? []) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (typeof end === "number" && Number.isFinite(end)) animation.finish();
  }
}
