/** Words in a language: the common and a game's catalogues, with ICU plurals. */

export type Catalogue = Record<string, string>;
export type Language = "en" | "it" | "de";
export type Values = Record<string, string | number>;

export const LANGUAGES: Record<Language, string> = {
  en: "English",
  it: "Italiano",
  de: "Deutsch",
};

const PLURAL = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;
const VALUE = /\{(\w+)\}/g;

const write = (number: number, language: Language) =>
  Number.isInteger(number)
    ? String(number)
    : new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(number);

/** Put values into a sentence; counted words get the form of their number. */
export function fill(sentence: string, values: Values, language: Language): string {
  const rules = new Intl.PluralRules(language);
  return sentence
    .replace(PLURAL, (_, name: string, one: string, other: string) => {
      const number = Number(values[name]);
      return (rules.select(number) === "one" ? one : other).replaceAll(
        "#",
        write(number, language),
      );
    })
    .replace(VALUE, (whole, name: string) => String(values[name] ?? whole));
}

/** Say a key of the first catalogue that has it; a missing key is shown, so that tests find it. */
export function say(
  catalogues: Catalogue[],
  language: Language,
  key: string,
  values?: Values,
): string {
  const sentence = catalogues.find((words) => key in words)?.[key];
  if (sentence === undefined) return `⟦${key}⟧`;
  return values ? fill(sentence, values, language) : sentence;
}

const common = import.meta.glob<Catalogue>("../../../src/ludoteca/language/*.json", {
  import: "default",
});
const games = import.meta.glob<Catalogue>("../../../src/ludoteca/games/*/text/*.json", {
  import: "default",
});

function find(files: Record<string, () => Promise<Catalogue>>, ending: string): Promise<Catalogue> {
  const path = Object.keys(files).find((name) => name.endsWith(ending));
  return path ? files[path]!() : Promise.resolve({});
}

export const loadCommon = (language: Language) => find(common, `/language/${language}.json`);
/** Whether a game came with the page; one of another package is known to the server alone. */
export const isBundled = (game: string) =>
  Object.keys(games).some((name) => name.endsWith(`/${game}/text/en.json`));

interface GameText {
  words: Catalogue;
  rules: string;
}

/** Ask the server for the words and rules of a game; without an answer there are none. */
export async function askText(game: string, language: Language): Promise<GameText> {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/text/${language}`);
    if (answer.ok) return (await answer.json()) as GameText;
  } catch {
    // Offline: the page says which words are missing.
  }
  return { words: {}, rules: "" };
}

export const loadGame = async (game: string, language: Language) =>
  isBundled(game)
    ? find(games, `/${game}/text/${language}.json`)
    : (await askText(game, language)).words;
