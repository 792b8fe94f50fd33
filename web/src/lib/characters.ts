/** The levels of the bots as characters: a name here, a face in `parts/Face.svelte`, words in the catalogues. */
import type { Say } from "../boards/contract";

/** Names are the same in every language. A level that is not here is called by its own word. */
const NAMES: Readonly<Record<string, string>> = {
  beginner: "Pip",
  easy: "Gustav",
  medium: "Lotte",
  skilled: "Rocco",
  hard: "Ruben",
  expert: "Minerva",
  master: "Casimir",
};

export interface Character {
  /** The level, as the server calls it. */
  id: string;
  name: string;
  /** How strong it is, in a word. */
  level: string;
  /** How it plays, and what it says; empty for a level that has no character yet. */
  manner: string;
  line: string;
  /** Measured in the arena; null where nothing was measured. */
  rating: number | null;
}

export const hasFace = (level: string | null | undefined): level is string =>
  typeof level === "string" && level in NAMES;

/** A word that the catalogues may not have. */
function perhaps(words: Say, key: string): string {
  const text = words(key);
  return text.startsWith("⟦") ? "" : text;
}

/** The character of a level. Servers may offer levels that this page has never heard of. */
export function characterOf(
  level: string,
  words: Say,
  ratings: Readonly<Record<string, number>> = {},
): Character {
  const word = perhaps(words, `page.level.${level}`) || level;
  return {
    id: level,
    name: NAMES[level] ?? words("page.bot_named", { level: word }),
    level: word,
    manner: perhaps(words, `page.manner.${level}`),
    line: perhaps(words, `page.line.${level}`),
    rating: ratings[level] ?? null,
  };
}
