/** The words of the page in the language that is set; they change at once when it does. */
import { untrack } from "svelte";
import type { Say } from "../boards/contract";
import { settings } from "./settings.svelte";
import { type Catalogue, type Language, loadGame, loadCommon, say } from "./words";

let common = $state.raw<{ language: Language; words: Catalogue }>({ language: "en", words: {} });
let games = $state.raw<Record<string, Catalogue>>({});
const loading = new Set<string>();

/** Load the common words, and those of the games that were needed; the page waits for them once. */
export async function loadLanguage(language: Language): Promise<void> {
  const needed = untrack(() => Object.keys(games)).map((name) =>
    needGame(name.split("/")[0]!, language),
  );
  const [words] = await Promise.all([loadCommon(language), Promise.allSettled(needed)]);
  if (settings.language === language) common = { language, words };
}

/** Say something in the common words. */
export const words: Say = (key, values) => say([common.words], common.language, key, values);

function wordsOf(game: string, language: Language): Catalogue {
  const name = `${game}/${language}`;
  const found = games[name];
  if (!found && game && !loading.has(name)) {
    loading.add(name);
    void loadGame(game, language).then((catalogue) => (games = { ...games, [name]: catalogue }));
  }
  return found ?? {};
}

/** Have the words of a game here before they are shown; words that come later change nothing. */
export async function needGame(
  game: string,
  language = untrack(() => settings.language),
): Promise<void> {
  const name = `${game}/${language}`;
  if (untrack(() => games[name])) return;
  const catalogue = await loadGame(game, language);
  games = { ...games, [name]: catalogue };
}

/** Say something in a game's words, else in the common ones. */
export function wordsFor(game: string): Say {
  return (key, values) => {
    const own = wordsOf(game, common.language);
    return say([own, common.words], common.language, key, values);
  };
}

/** A game's word that may not have come yet: empty until then, so that nothing flickers. */
export function wordOf(game: string, key: string): string {
  return wordsOf(game, common.language)[key] ?? "";
}

/** Numbers and moments in the language that is set. */
export function when(moment: number): string {
  const form = new Intl.DateTimeFormat(common.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return form.format(new Date(moment * 1000));
}
