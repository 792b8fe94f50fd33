/** What is known of a match on this device before its tables are there. */
import type { Say } from "../boards/contract";
import { displayNames } from "../lib/seats";
import type { Opening } from "../lib/session.svelte";
import type { LobbyTable, SeatInfo } from "../protocol/messages";
import { Storage } from "./storage";

export interface Coming {
  game: string;
  /** The seat of the person at this device. */
  seat: number;
  seats: SeatInfo[];
}

const NOBODY = {
  ready: true,
  away: false,
  bot_at: null,
  resigned: false,
  account: false,
  rating: null,
  avatar: "",
};

/** A match that is about to be opened: the person, others at this device, and bots. */
export function comingOf({ game, here = [], bots = [] }: Opening, name: string): Coming {
  const people = [name, ...here].map((name) => ({ kind: "person" as const, name, bot: null }));
  const others = bots.map((bot) => ({ kind: "bot" as const, name: `bot:${bot}`, bot }));
  const seats = [...people, ...others].map((one, seat) => ({ ...NOBODY, ...one, seat }));
  return { game, seat: 0, seats };
}

/** A match that was kept on this device; null if there is none. See `ludoteca.device.storage`. */
export async function findComing(match: string): Promise<Coming | null> {
  const text = await new Storage(() => undefined).read(`match/${match}/summary`);
  if (!text) return null;
  const { table, seats } = JSON.parse(text) as { table: LobbyTable; seats: number[] };
  return { game: table.setting.game, seat: seats[0] ?? 0, seats: table.seats };
}

export const namesOf = ({ seats }: Coming, words: Say): string[] =>
  displayNames(
    seats.map((seat) => seat.name),
    words,
  );
