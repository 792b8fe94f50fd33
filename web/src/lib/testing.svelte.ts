/** For tests: what a mounted board is given, and props that tell it when they change. */
import { flushSync } from "svelte";
import { expect, vi } from "vitest";
import type { Fields } from "../boards/contract";
import { say } from "./words";

function reactive<T extends object>(values: T): T {
  const props = $state(values);
  return props;
}

export const SETTINGS = {
  language: "en",
  dark: false,
  signs: false,
  motion: false,
  sound: false,
  confirm: true,
  leftHand: false,
  keys: true,
};

export interface RecordedFrame {
  props: Fields;
  asked?: Fields[];
}

/** All props of a board on a recorded position; `more` wins over what was recorded. */
export function boardProps(
  game: string,
  words: Record<string, string>,
  frame: RecordedFrame,
  more: Fields,
): Fields {
  const seats = frame.props.names.map((name: string, seat: number) => ({
    seat,
    kind: "person",
    name,
  }));
  return reactive({
    game,
    selecting: {},
    continuations: null,
    happened: [],
    clock: null,
    ending: null,
    drawing: null,
    sending: null,
    hint: null,
    undo: null,
    size: "desktop",
    seats,
    settings: SETTINGS,
    words: (key: string, values?: Record<string, string | number>) =>
      say([words], "en", key, values),
    frame: { turn: vi.fn(), ribbon: vi.fn(), announce: vi.fn(), refuse: vi.fn(), sound: vi.fn() },
    choosing: vi.fn(),
    play: vi.fn(),
    ...frame.props,
    ...more,
  });
}

/** A size for everything: nothing is laid out here. */
export function layOut(width: number, height: number) {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", {
    configurable: true,
    get: () => width,
  });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", {
    configurable: true,
    get: () => height,
  });
}

export const find = (selector: string) => document.querySelector<HTMLElement>(selector);
export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
export function click(target: HTMLElement | null) {
  expect(target).not.toBeNull();
  target!.click();
  flushSync();
}
