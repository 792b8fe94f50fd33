/** How tables are described in one line. */
import type { Say } from "../boards/contract";
import type { Clock, LobbyTable } from "../protocol/messages";

export function describeClock(clock: Clock, words: Say): string {
  switch (clock.kind) {
    case "none":
      return words("page.clock.none");
    case "turn":
      return clock.seconds % 60
        ? words("page.clock.turn_of", { n: clock.seconds })
        : words("page.clock.turn_minutes", { n: clock.seconds / 60 });
    case "bank":
      return words("page.clock.bank_of", {
        n: Math.round(clock.seconds / 60),
        more: clock.increment,
      });
    case "days":
      return words("page.clock.days_of", { n: clock.days });
  }
}

export function describeTable(table: LobbyTable, words: Say): string {
  const taken = table.seats.filter((seat) => seat.kind !== "free").length;
  const seats = words("page.seats_taken", { n: taken, of: table.setting.seats });
  return `${seats} · ${describeClock(table.setting.clock, words)}`;
}

/** Whose table it is: the first person on it. */
export function hostName(table: LobbyTable): string {
  return table.seats.find((seat) => seat.kind === "person")?.name ?? "";
}
