/** Names as people read them: bots are called by their characters. */
import type { Say } from "../boards/contract";
import type { SeatInfo } from "../protocol/messages";
import { characterOf } from "./characters";

const BOT = "bot:";

/** The level of a bot by its name in a record or at a table; null for a person. */
export const levelOf = (name: string | undefined): string | null =>
  name?.startsWith(BOT) ? name.slice(BOT.length) : null;

/** Return the name of somebody at a table. */
export function displayName(name: string, words: Say): string {
  const level = levelOf(name);
  return level === null ? name : characterOf(level, words).name;
}

/** Return the names of a table; bots of one level are numbered, namesakes of people are told apart. */
export function displayNames(names: readonly string[], words: Say): string[] {
  const seen = new Map<string, number>();
  const people = new Set(names.filter((name) => levelOf(name) === null));
  return names.map((name) => {
    const plain = displayName(name, words);
    const taken = levelOf(name) !== null && people.has(plain);
    const shown = taken ? words("page.bot_named", { level: plain }) : plain;
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
      // where two play, the match ends with it and no bot takes over
      name:
        seat.resigned && seat.bot ? words("page.bot_for", { name: names[index]! }) : names[index]!,
    })),
  };
}

/** Names as a reader with these seats sees them: “You” for their own, unless several share a device. */
export const withYou = (names: readonly string[], own: readonly number[], words: Say): string[] =>
  names.map((name, seat) =>
    own.length === 1 && own[0] === seat ? words("page.you_capital") : name,
  );
