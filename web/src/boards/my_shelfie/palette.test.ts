/** The six tiles must stay apart for colour-blind eyes: recomputed from the palette itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EYES, far, lab } from "../../lib/colours";
import { KINDS } from "./tiles";

const css = readFileSync("src/boards/my_shelfie/palette.css", "utf8");

test.each(Object.keys(EYES))("tiles differ at a glance: %s", (eye) => {
  const colours = Object.values(KINDS).map(
    (kind) => new RegExp(`--${kind}-base: (#[0-9a-f]{6})`).exec(css)![1]!,
  );
  for (const [n, one] of colours.entries())
    for (const other of colours.slice(n + 1))
      expect(far(lab(one, EYES[eye]!), lab(other, EYES[eye]!)), `${one} ${other}`).toBeGreaterThan(
        15,
      );
});
