// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../lib/speech.svelte";
import { all, find } from "../lib/testing.svelte";
import ChanceChart from "./ChanceChart.svelte";

const chances = [
  [
    { ply: 2, win: 0.5, wrong: false },
    { ply: 6, win: 0.75, wrong: false },
    { ply: 10, win: 1, wrong: false },
  ],
  [
    { ply: 4, win: 0.2, wrong: true },
    { ply: 10, win: 0, wrong: false },
  ],
];
let app: Record<string, unknown> | undefined;

beforeAll(() => loadLanguage("en"));
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
});

function show() {
  const props = {
    chances,
    names: ["Ada", "Bo"],
    where: "6 of 10",
    ply: 6,
    last: 10,
    jump: vi.fn(),
    step: vi.fn(),
    mistake: vi.fn(),
  };
  app = mount(ChanceChart, { target: document.body, props });
  flushSync();
  return props;
}

const press = (key: string) =>
  find("[role=slider]")!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

test("it can be read without being seen", () => {
  show();
  const chart = find("[role=slider]")!;
  expect(chart.getAttribute("aria-valuetext")).toBe("6 of 10, Ada: 75%, Bo: 20%");
  const about = document.getElementById(chart.getAttribute("aria-describedby")!)!;
  expect(about.textContent).toContain("Ada: from 50% to 100%, 0 mistakes.");
  expect(about.textContent).toContain("Bo: from 20% to 0%, 1 mistake.");
});

test("seats are told apart by pattern too, and large mistakes are marked", () => {
  show();
  const patterns = all(".area g").map((line) =>
    line.querySelector("path")!.getAttribute("stroke-dasharray"),
  );
  expect(new Set(patterns).size).toBe(2);
  expect(all(".area .wrong").map((one) => one.dataset.ply)).toEqual(["4"]);
});

test("a click goes to its ply, keys step, jump, and find mistakes", () => {
  const { jump, step, mistake } = show();
  const chart = find("[role=slider]")!;
  chart.getBoundingClientRect = () => ({ left: 100 }) as DOMRect;
  Object.defineProperty(chart, "clientWidth", { configurable: true, value: 600 });
  chart.dispatchEvent(
    new PointerEvent("pointerdown", { clientX: 100 + 8 + (584 * 3) / 10, bubbles: true }),
  );
  expect(jump).toHaveBeenCalledTimes(1);
  for (const key of ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "End"]) press(key);
  expect(step.mock.calls).toEqual([[1], [-1]]);
  expect(mistake.mock.calls).toEqual([[1], [-1]]);
  expect(jump).toHaveBeenLastCalledWith(10);
});
