/** The colours of the art direction: each token holds its own, and text can be read on it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast } from "../lib/colours";

type Palette = "light" | "dark" | "codex light" | "codex dark";

/** The table of the art direction: site and My Shelfie, then the page of Codex Naturalis. */
const TABLE: Record<string, Record<Palette, string>> = {
  bg: { light: "#f4eada", dark: "#1e1a1c", "codex light": "#e7d8b8", "codex dark": "#141a2a" },
  panel: { light: "#fbf6ec", dark: "#2a2528", "codex light": "#f6edd6", "codex dark": "#1e263a" },
  raise: { light: "#fffdf8", dark: "#342e31", "codex light": "#fbf3df", "codex dark": "#28324a" },
  line: { light: "#dfcfb8", dark: "#4a4145", "codex light": "#cfbb8e", "codex dark": "#3c4762" },
  ink: { light: "#3b2a26", dark: "#f3e9da", "codex light": "#2e2419", "codex dark": "#eadfc4" },
  soft: { light: "#6b5850", dark: "#b9aa9a", "codex light": "#6a563a", "codex dark": "#b3ad98" },
  acc: { light: "#a5401f", dark: "#f0a878", "codex light": "#8a2b1b", "codex dark": "#e3be62" },
  accink: { light: "#ffffff", dark: "#2b2018", "codex light": "#ffffff", "codex dark": "#231a06" },
  ok: { light: "#2f6b4f", dark: "#8fd0ae", "codex light": "#2f6b4f", "codex dark": "#8fd0ae" },
  bad: { light: "#a12b2b", dark: "#ff9b8a", "codex light": "#a12b2b", "codex dark": "#ff9b8a" },
  glow: { light: "#ffc93c", dark: "#ffd25e", "codex light": "#8a5a12", "codex dark": "#e3be62" },
  "glow-ring": {
    light: "#9a5b00",
    dark: "#ffe9a8",
    "codex light": "#8a5a12",
    "codex dark": "#e3be62",
  },
};

/** Text, what it stands on, and the contrast that is promised. */
const PROMISED: [string, string, Record<Palette, number>][] = [
  ["ink", "panel", { light: 12.6, dark: 12.5, "codex light": 13.0, "codex dark": 11.4 }],
  ["soft", "panel", { light: 6.2, dark: 6.7, "codex light": 6.0, "codex dark": 6.7 }],
  ["accink", "acc", { light: 6.3, dark: 8.0, "codex light": 8.6, "codex dark": 9.7 }],
  ["ok", "panel", { light: 5.8, dark: 8.5, "codex light": 5.4, "codex dark": 8.5 }],
  ["bad", "panel", { light: 6.7, dark: 7.4, "codex light": 6.2, "codex dark": 7.4 }],
];
const LEAST = 4.9;
const READABLE = 4.5;

const SEATS = ["#2f6b4f", "#7a4fa0", "#c0562b", "#3e5c76"];

/** Base, edge, rim and the sign on it. */
const TILES: Record<string, [string, string, string, string]> = {
  cats: ["#5e8433", "#3f5c1e", "#7ba14b", "#fff9ea"],
  books: ["#f6eed8", "#bba877", "#dccfac", "#5b4636"],
  games: ["#efb346", "#be8220", "#f8cb70", "#4a2f08"],
  frames: ["#17345f", "#0b1f3f", "#2b4d80", "#fff9ea"],
  trophies: ["#86cad8", "#549aaa", "#aee0ea", "#12424f"],
  plants: ["#c65088", "#933060", "#dc78a5", "#fff9ea"],
};

/** Colour, dark, light, field. */
const KINGDOMS: Record<string, [string, string, string, string]> = {
  fungi: ["#a9321f", "#6e1c10", "#e79b83", "#f8dfd2"],
  plant: ["#6e9a3e", "#40641c", "#b9d592", "#e9f0d3"],
  animal: ["#2f6cb4", "#173e70", "#9bc0e6", "#dae7f3"],
  insect: ["#432069", "#28103f", "#b79ad8", "#e5daf0"],
};
const GOLD = {
  "gold-1": "#f9e7a8",
  "gold-2": "#ddaf49",
  "gold-3": "#f3d98a",
  "gold-4": "#b27f26",
  "gold-glyph": "#3a2606",
  "gold-dark": "#7a5312",
};

/** Read the colours that one rule of a style sheet sets. */
function rule(css: string, selector: string): Record<string, string> {
  const at = css.indexOf(`\n${selector} {`);
  if (at < 0) throw new Error(`no rule for ${selector}`);
  const body = css.slice(css.indexOf("{", at), css.indexOf("}", at));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]),
  );
}

const site = readFileSync("src/styles/tokens.css", "utf8");
const codex = readFileSync("src/boards/codex_naturalis/palette.css", "utf8");
const shelfie = readFileSync("src/boards/my_shelfie/palette.css", "utf8");
const light = rule(site, ":root");
const dark = { ...light, ...rule(site, '[data-theme="dark"]') };
const pageLight = rule(codex, '[data-game="codex_naturalis"]');
const pageDark = {
  ...pageLight,
  ...rule(codex, '[data-theme="dark"][data-game="codex_naturalis"]'),
};
const HELD: Record<Palette, Record<string, string>> = {
  light,
  dark,
  "codex light": { ...light, ...pageLight },
  "codex dark": { ...dark, ...pageDark },
};
const PALETTES = Object.keys(HELD) as Palette[];

test.each(PALETTES)("every token has its colour: %s", (palette) => {
  for (const [token, colours] of Object.entries(TABLE))
    expect(HELD[palette][token], token).toBe(colours[palette]);
});

test.each(PALETTES)("text has the contrast that is promised: %s", (palette) => {
  for (const [text, ground, promised] of PROMISED) {
    const found = contrast(HELD[palette][text]!, HELD[palette][ground]!);
    expect(
      Math.abs(found - promised[palette]),
      `${text} on ${ground}: ${found}`,
    ).toBeLessThanOrEqual(0.051);
    expect(found, `${text} on ${ground}`).toBeGreaterThanOrEqual(LEAST);
  }
});

test.each(PALETTES)("text can be read wherever it stands: %s", (palette) => {
  for (const text of ["ink", "soft", "ok", "bad"])
    for (const ground of ["panel", "raise", ...(text === "ink" || text === "soft" ? ["bg"] : [])])
      expect(
        contrast(HELD[palette][text]!, HELD[palette][ground]!),
        `${text} on ${ground}`,
      ).toBeGreaterThanOrEqual(READABLE);
});

test("seats have their colours, and initials can be read on them", () => {
  expect(SEATS.map((_, n) => light[`seat-${n + 1}`])).toEqual(SEATS);
  for (const palette of [light, dark])
    for (const n of SEATS.keys())
      expect(
        contrast(palette["seat-ink"]!, palette[`seat-${n + 1}`]!),
        `${n + 1}`,
      ).toBeGreaterThanOrEqual(READABLE);
});

test("tiles, kingdoms and gold have their colours", () => {
  const tiles = rule(shelfie, '[data-game="my_shelfie"]');
  for (const [kind, colours] of Object.entries(TILES))
    expect(
      ["base", "edge", "rim", "sign"].map((part) => tiles[`${kind}-${part}`]),
      kind,
    ).toEqual(colours);
  for (const [kingdom, colours] of Object.entries(KINGDOMS))
    expect(
      ["", "-dark", "-light", "-field"].map((part) => pageLight[`${kingdom}${part}`]),
      kingdom,
    ).toEqual(colours);
  expect(pageLight).toMatchObject(GOLD);
});

test("text follows the size that is set in the browser: no font is sized in px", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" });
  const styled = files.filter((name) => /\.(svelte|css)$/.test(name));
  expect(styled.length).toBeGreaterThan(80);
  const found = styled.filter((name) =>
    /[\s{;](?:(?:font|font-size|line-height):|--[a-z]+: \d{3} )[^;{}]*\dpx/.test(
      readFileSync(`src/${name}`, "utf8"),
    ),
  );
  expect(found).toEqual([]);
});

test("with motion off nothing fades: a theme is there at once, also in what inherits its colour", () => {
  const rules = readFileSync("src/styles/base.css", "utf8");
  const off = /\[data-motion="off"\] \*::after \{([^}]*)\}/.exec(rules)![1];
  expect(off).toContain("transition: none !important");
});
