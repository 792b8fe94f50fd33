/** What "Play now" opens: what was chosen on this device, as far as the game still offers it. */
import type { Say } from "../boards/contract";
import type { GameInfo } from "./api";
import { characterOf } from "./characters";
import type { Opening } from "./session.svelte";

export interface PlayNow {
  seats: number;
  options: Record<string, string | number>;
}

/** What was chosen for a game; what it does not offer (any more) is left out. */
export function chosenFor(game: GameInfo, kept: Partial<PlayNow> | undefined): PlayNow {
  const seats = game.players.includes(kept?.seats ?? 0) ? kept!.seats! : game.players[0]!;
  const options = Object.fromEntries(
    game.options.flatMap(({ key, values }) => {
      const value = kept?.options?.[key];
      return value !== undefined && values.includes(value) ? [[key, value]] : [];
    }),
  );
  return { seats, options };
}

/** The table to open: bots of one level on all other seats. */
export function openingOf(game: GameInfo, { seats, options }: PlayNow, level: string): Opening {
  return { game: game.id, seats, options, bots: Array.from({ length: seats - 1 }, () => level) };
}

/** "2 players · against Lotte" */
export function describePlayNow({ seats }: PlayNow, level: string, words: Say): string {
  const bots = words("page.play_now_bots", { level: characterOf(level, words).name });
  return `${words("page.players", { n: seats })} · ${bots}`;
}
