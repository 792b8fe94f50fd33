import { expect, test } from "vitest";
import { Camera } from "./camera.svelte";

const area = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
  { x: 2, y: 0 },
];
const look = () => new Camera(() => ({ area, spots: area, least: 88, most: 168, motion: false }));

/** How far the middle of what lies there is from the middle of the frame. */
function off(camera: Camera): number {
  const boxes = area.map((spot) => camera.boxOf(spot));
  const [left, right] = [
    Math.min(...boxes.map((b) => b.left)),
    Math.max(...boxes.map((b) => b.right)),
  ];
  return Math.abs((left + right) / 2 - camera.frame.width / 2);
}

test("what lies there stays in the middle when the frame grows or shrinks", () => {
  const camera = look();
  for (const width of [500, 820, 640]) {
    camera.frame = { width, height: 500 };
    camera.follow();
    expect(off(camera)).toBeLessThan(1);
  }
});

test("a look that somebody has chosen stays", () => {
  const camera = look();
  camera.frame = { width: 800, height: 500 };
  camera.follow();
  camera.pan(40, 0);
  const { x } = camera.now;
  camera.frame = { width: 840, height: 500 };
  camera.follow();
  expect(camera.now.x).toBe(x);
});

test("everything can be seen at once, however far it reaches", () => {
  const far = Array.from({ length: 24 }, (_, n) => ({ x: n, y: n }));
  const camera = new Camera(() => ({ area: far, spots: far, least: 88, most: 168, motion: false }));
  camera.frame = { width: 366, height: 290 };
  camera.follow();
  expect(far.every((spot) => camera.isSeen(spot))).toBe(false);
  camera.fitAll();
  expect(far.every((spot) => camera.isSeen(spot))).toBe(true);
});
