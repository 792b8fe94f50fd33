/** The symbols in the order in which they are counted, and the colours of a card. */

export const KINGDOMS = ["fungi", "plant", "animal", "insect"] as const;
const OBJECTS = ["quill", "inkwell", "manuscript"] as const;
export const SYMBOLS = [...KINGDOMS, ...OBJECTS] as const;

export type Kingdom = (typeof KINGDOMS)[number];
export type Sign = (typeof SYMBOLS)[number];
export type Counts = Partial<Record<Sign, number>>;

/** The colours of a kingdom, from the palette; a starter card belongs to none. */
export function coloursOf(kingdom: Kingdom | null) {
  const name = kingdom ?? "starter";
  return {
    base: `var(--${name})`,
    /** Outlines. */
    dark: `var(--${name}-dark)`,
    /** Patterns, and rims on dark panels. */
    light: `var(--${name}-light)`,
    /** The field in the middle. */
    field: `var(--${name}-field)`,
  };
}
