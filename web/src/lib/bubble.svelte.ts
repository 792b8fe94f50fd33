/** A sentence beside the thing that it is about: it takes no tap, and any input sends it away. */

export interface Bubble {
  id: number;
  sentence: string;
  /** What it is about. */
  box: { left: number; top: number; width: number; height: number };
}

const STAYS = 5000;

let bubble = $state.raw<Bubble | null>(null);
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Where the last tap was; null after a key. */
let tapped: { x: number; y: number } | null = null;

export const shownBubble = () => bubble;

/** Show a sentence at an element, else where one has tapped, else at what has the focus. */
export function showBubble(sentence: string, at?: Element | null): void {
  if (!sentence) return;
  const focused = document.activeElement;
  const element = at ?? (tapped === null && focused !== document.body ? focused : null);
  const { x, y } = tapped ?? { x: innerWidth / 2, y: innerHeight / 2 };
  const box = element?.getBoundingClientRect() ?? { left: x, top: y - 12, width: 0, height: 24 };
  bubble = { id: (count += 1), sentence, box };
  clearTimeout(timer);
  timer = setTimeout(hideBubble, STAYS);
}

export function hideBubble(): void {
  clearTimeout(timer);
  bubble = null;
}

addEventListener(
  "pointerdown",
  (event) => {
    tapped = { x: event.clientX, y: event.clientY };
    hideBubble();
  },
  true,
);
addEventListener(
  "keydown",
  () => {
    tapped = null;
    hideBubble();
  },
  true,
);
