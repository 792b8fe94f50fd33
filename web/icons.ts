/** The icons of the installed page, drawn from `public/mark.svg` when the page is built. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const MARK = new URL("public/mark.svg", import.meta.url);

/** The share of a maskable icon that no system cuts off. */
const SAFE = 0.8;

interface Wanted {
  size: number;
  draw(mark: string): string;
}

const asItIs = (mark: string) => mark;

const WANTED: Record<string, Wanted> = {
  "icons/192.png": { size: 192, draw: asItIs },
  "icons/512.png": { size: 512, draw: asItIs },
  "icons/apple.png": { size: 180, draw: (mark) => masked(mark, 0.86) },
  "icons/maskable.png": { size: 512, draw: (mark) => masked(mark, SAFE) },
  "icons/badge.png": { size: 96, draw: inOneColour },
};

/** The ground: the first rectangle of the mark, and what lies on it. */
function parts(mark: string): { ground: string; colour: string; things: string } {
  const found = /<svg[^>]*>(<rect[^>]*fill="(#[0-9A-F]{6})"\/>)(.*)<\/svg>/s.exec(mark);
  if (!found) throw new Error("mark.svg does not begin with its ground");
  return { ground: found[1]!, colour: found[2]!, things: found[3]! };
}

/** The ground goes to all edges; the things stay where every mask shows them. */
export function masked(mark: string, share: number): string {
  const { colour, things } = parts(mark);
  const edge = (40 * (1 - share)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" ` +
    `fill="${colour}"/><g transform="translate(${edge} ${edge}) scale(${share})">${things}</g></svg>`
  );
}

/** Only the things, in white: systems paint them in a colour of their own. */
export function inOneColour(mark: string): string {
  const white = parts(mark).things.replaceAll(/fill="#[0-9A-F]{6}"/g, 'fill="#FFFFFF"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 32 32">${white}</svg>`;
}

export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    async generateBundle() {
      await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
      const mark = readFileSync(MARK, "utf8");
      for (const [fileName, { size, draw }] of Object.entries(WANTED)) {
        const drawn = new Resvg(draw(mark), { fitTo: { mode: "width", value: size } }).render();
        this.emitFile({ type: "asset", fileName, source: drawn.asPng() });
      }
    },
  };
}
