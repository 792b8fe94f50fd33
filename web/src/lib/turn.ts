/** What is awaited from whom, in one sentence. */
import type { Say } from "../boards/contract";
import type { Ending, PositionInfo, TableInfo } from "../protocol/messages";

/** Join names as people do: "Ada, Bo, and Cy". */
export function joinNames(names: string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

export function awaited(
  table: TableInfo,
  position: PositionInfo,
  seat: number | null,
  ending: Ending | null,
  words: Say,
  language = document.documentElement.lang || "en",
): string {
  const name = (one: number) => table.seats[one]?.name ?? "";
  if (ending) return outcome(table, ending, words, language, seat);
  if (table.status === "paused") return words("page.paused");
  if (seat !== null && position.movers.includes(seat))
    return words(table.seats[seat]?.resigned ? "page.resign_more" : "page.your_turn");
  const watching = seat === null ? `${words("page.watching")} ` : "";
  if (!position.movers.length) return watching.trim() || words("page.dealing");
  if (position.movers.length > 1)
    return (
      watching + words("page.waiting_for", { name: joinNames(position.movers.map(name), language) })
    );
  return watching + words("page.is_choosing", { name: name(position.movers[0]!) });
}

/** Who has won, and with how much, where that is known. */
export function outcome(
  table: TableInfo,
  ending: Ending,
  words: Say,
  language = document.documentElement.lang || "en",
  /** The one seat of who reads it. */
  me: number | null = null,
): string {
  const names = ending.winners.map((one) => {
    return table.seats[one]?.name ?? "";
  });
  if (!names.length) return words("page.match_over");
  const total = ending.scores[ending.winners[0]!]?.total;
  const known = typeof total === "number" && ending.how !== "resigned" && ending.how !== "alone";
  if (names.length === 1 && ending.winners[0] === me && !table.seats[me]?.resigned)
    return known ? words("page.you_win_with", { n: total }) : words("page.you_win");
  if (names.length > 1) return words("page.win_together", { names: joinNames(names, language) });
  if (!known) return words("page.wins", { name: names[0]! });
  return words("page.wins_with", { name: names[0]!, n: total });
}
