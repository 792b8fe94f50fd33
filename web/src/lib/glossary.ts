/** A long press, or the menu key, on something with `data-term` explains its word. */

export const LONG = 500;
/** So far a finger may move while it rests. */
const STILL = 10;

/** Listen on an element; `explain` shows a term at its place. Gives how to stop. */
export function explainsTerms(
  node: HTMLElement,
  explain: (term: string, at: Element) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0, at: 0 };
  let told = false;

  const found = (event: Event) => (event.target as Element).closest?.<HTMLElement>("[data-term]");
  function tell(at: HTMLElement) {
    told = true;
    explain(at.dataset.term!, at);
  }
  function down(event: PointerEvent) {
    clearTimeout(timer);
    told = false;
    const at = found(event);
    if (!at || !event.isPrimary || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    timer = setTimeout(() => tell(at), LONG);
  }
  function move(event: PointerEvent) {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) clearTimeout(timer);
  }
  function up(event: PointerEvent) {
    clearTimeout(timer);
    // A page that was busy hears of a short press after the timer: it is a choice all the same.
    if (event.timeStamp - from.at < LONG) told = false;
  }
  /** The press was a question: it chooses nothing. */
  function click(event: MouseEvent) {
    if (!told) return;
    told = false;
    event.preventDefault();
    event.stopPropagation();
  }
  function menu(event: MouseEvent) {
    const at = found(event);
    if (!at) return;
    event.preventDefault();
    clearTimeout(timer);
    if (!told) {
      tell(at);
      told = event.button !== 2 && event.detail > 0; // no click follows a right button or a key
    }
  }
  const all = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["click", click],
    ["contextmenu", menu],
  ] as const;
  for (const [name, act] of all) node.addEventListener(name, act as EventListener, true);
  return () => {
    clearTimeout(timer);
    for (const [name, act] of all) node.removeEventListener(name, act as EventListener, true);
  };
}
