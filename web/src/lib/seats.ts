/** Names as people read them: bots are called by their level, in the language of the page. */
import type { Say } from "../boards/contract";
import type { SeatInfo } from "../protocol/messages";

const BOT = "bot:";

/** Give the name of somebody at a table. */
export function displayName(name: string, words: Say): string {
  if (!name.startsWith(BOT)) return name;
  const level = name.slice(BOT.length);
  const known = words(`page.level.${level}`);
  return words("page.bot_named", { level: known.startsWith("⟦") ? level : known });
}

/** Give the names of a table; bots of the same level are numbered. */
export function displayNames(names: readonly string[], words: Say): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const shown = displayName(name, words);
    const count = (seen.get(shown) ?? 0) + 1;
    seen.set(shown, count);
    return count > 1 ? `${shown} ${count}` : shown;
  });
}

/** The same table, with names as people read them. */
export function named<T extends { seats: SeatInfo[] }>(table: T, words: Say): T {
  const names = displayNames(
    table.seats.map((seat) => seat.name),
    words,
  );
  return {
    ...table,
    seats: table.seats.map((seat, index) => ({
      ...seat,
      name: seat.resigned ? words("page.bot_for", { name: names[index]! }) : names[index]!,
    })),
  };
}
