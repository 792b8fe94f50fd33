/** The keys of the board, and what they do. */
import type { Chooser } from "./chooser.svelte";

export interface KeyActs {
  goals(): void;
  rival(): void;
}

/** Do what a key asks for; say whether it asked for anything. `letters`: single letters are on. */
export function keyAct(
  event: KeyboardEvent,
  letters: boolean,
  chooser: Chooser,
  acts: KeyActs,
): boolean {
  const { key } = event;
  const target = event.target as Element;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target.closest("input, textarea, select, dialog, [contenteditable]")) return false;
  if (/^[1-5]$/.test(key) && chooser.active) chooser.choose(Number(key) - 1);
  else if (key === "Enter" && chooser.column !== null && target.closest("[data-room]"))
    chooser.place(); // Space puts a tile back
  else if (key === "Backspace" || key === "Escape") return chooser.back();
  else if (key === "?") return why(target, chooser);
  else if (!letters) return false;
  else if (key === "r" && chooser.taken.length > 1) chooser.reorder();
  else if (key === "g") acts.goals();
  else if (key === "v") acts.rival();
  else return false;
  return true;
}

function why(target: Element, chooser: Chooser): boolean {
  const place = target.closest<HTMLElement>("[data-room]")?.dataset.room;
  const [row, column] = place?.split(",").map(Number) ?? [];
  if (row !== undefined && column !== undefined) chooser.why([row, column]);
  return place !== undefined;
}
