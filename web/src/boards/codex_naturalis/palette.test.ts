/** The kingdoms must stay apart for colour-blind eyes: recomputed from the palette itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EYES, far, lab } from "../../lib/colours";
import { KINGDOMS } from "./kingdoms";

const css = readFileSync("src/boards/codex_naturalis/palette.css", "utf8");

test.each(Object.keys(EYES))("kingdoms differ at a glance: %s", (eye) => {
  const colours = KINGDOMS.map((name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)![1]!);
  for (const [n, one] of colours.entries()) {
    for (const other of colours.slice(n + 1)) {
      expect(far(lab(one, EYES[eye]!), lab(other, EYES[eye]!)), `${one} ${other}`).toBeGreaterThan(
        14.5,
      );
    }
  }
});
