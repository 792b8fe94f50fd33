/** The things on the shelf of the room: their outlines are seen on the wall, by day and by night. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "../lib/colours";

const tokens = readFileSync("src/styles/tokens.css", "utf8");
const walls = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, "g"))].map((found) => found[1]!);
const [day, night] = walls("wall") as [string, string];
const [, nightStripe] = walls("wall-stripe") as [string, string];

const INK = "#3b2a26";
const SEEN = 3;
const drawn = (name: string) => readFileSync(`public/${name}.svg`, "utf8").toLowerCase();

/** A colour that lets something through, on a ground. */
function on(ground: string, colour: readonly number[], share: number): string {
  const below = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  const mixed = below.map((value, n) => Math.round(share * colour[n]! + (1 - share) * value));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

test("by day outlines are seen by themselves, and so is the cat's sleep", () => {
  for (const name of ["shelf", "shelf-small", "cat", "cat-awake"])
    expect(drawn(name), name).toContain(`stroke="${INK}"`);
  expect(contrast(INK, day)).toBeGreaterThan(SEEN);
  for (const name of ["shelf", "shelf-small", "cat"]) {
    const sleep = /<path d="[^"]*"[^>]*stroke="(#8a6a4a)"/.exec(drawn(name))![1]!;
    expect(contrast(sleep, day), name).toBeGreaterThan(SEEN);
  }
});

test.each(["src/site/Home.svelte", "src/parts/Wall.svelte", "src/site/Finale.svelte"])(
  "by night, when ink would vanish into the wall, a light rim goes around it: %s",
  (path) => {
    expect(contrast(INK, night)).toBeLessThan(1.5);
    const rule = /\[data-theme="dark"\]\) (?:img|\.cat) \{([^}]*)\}/.exec(
      readFileSync(path, "utf8"),
    )!;
    const rim = /drop-shadow\(0 0 1px rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)\)/.exec(rule[1]!)!;
    const [red, green, blue, share] = rim.slice(1).map(Number) as [number, number, number, number];
    for (const wall of [night, nightStripe])
      expect(contrast(on(wall, [red, green, blue], share / 100), wall)).toBeGreaterThan(SEEN);
  },
);
