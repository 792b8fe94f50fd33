/** The keys of the board, and what they do. */

export interface KeyActs {
  card(n: number): void;
  flip(): void;
  step(by: 1 | -1, best: boolean): void;
  zoom(factor: number): void;
  fit(): void;
  pan(dx: number, dy: number): void;
  /** Go back one step; false if there was nothing to go back from. */
  back(): boolean;
  table(): void;
  goals(): void;
  rival(): void;
}

const PAN: Record<string, [number, number]> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
};

/** Do what a key asks for; say whether it asked for anything. `letters`: single letters are on. */
export function keyAct(event: KeyboardEvent, letters: boolean, acts: KeyActs): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as Element | null;
  if (target?.closest?.("input, textarea, select, [contenteditable]")) return false;
  if (target?.closest?.("dialog, [role=dialog]")) return false;
  if (event.key === "Escape" || event.key === "Backspace") return acts.back();
  const pan = event.shiftKey ? PAN[event.key] : undefined;
  if (pan) acts.pan(...pan);
  else if (event.key === "+" || event.key === "=") acts.zoom(1.25);
  else if (event.key === "-" || event.key === "−") acts.zoom(0.8);
  else if (event.key === "0") acts.fit();
  else if (/^[1-3]$/.test(event.key)) acts.card(Number(event.key) - 1);
  else return letters && letterAct(event, acts);
  return true;
}

function letterAct(event: KeyboardEvent, acts: KeyActs): boolean {
  const act = {
    f: () => acts.flip(),
    n: () => acts.step(1, event.shiftKey),
    p: () => acts.step(-1, event.shiftKey),
    t: () => acts.table(),
    g: () => acts.goals(),
    v: () => acts.rival(),
  }[event.key.toLowerCase()];
  act?.();
  return act !== undefined;
}
