/** In which matches it is one's turn, as far as one does not look at them. */
import { api } from "./api";

/** What a session knows; it may change while the server is asked. */
interface Knowing {
  seats: readonly string[];
  turns: Set<string>;
  /** The match on the screen. */
  match: { id: string } | null;
}

/** Ask where it is one's turn, and add what is told meanwhile; if nothing is new, it is the known set. */
export async function findTurns(session: Knowing): Promise<Set<string>> {
  const before = session.turns;
  const found = session.seats.length ? await api.myTables().catch(() => null) : { matches: [] };
  const now = session.turns;
  if (!found) return now;
  const mine = found.matches.filter((one) => one.mine).map((one) => one.table.match);
  const told = [...now].filter((match) => !before.has(match));
  const turns = new Set([...mine, ...told].filter((match) => match !== session.match?.id));
  const isNew = turns.size !== now.size || [...turns].some((match) => !now.has(match));
  return isNew ? turns : now;
}
