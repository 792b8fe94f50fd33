/** What is printed on the cards, as the game's own data files say. */

import facts from "./cards.json";
import type { Counts, Kingdom, Sign } from "./kingdoms";
import type { Back } from "./position";

export type Side = "front" | "back";
export type Kind = "resource" | "gold" | "starter";
export type Corner = Sign | "empty" | "hidden";
export type Rule = "flat" | "per_covered_corner" | "per_quill" | "per_inkwell" | "per_manuscript";

export interface Face {
  /** Top left, top right, bottom left, bottom right. */
  corners: Corner[];
  centre: Sign[];
}

export interface CardFacts {
  id: number;
  kind: Kind;
  kingdom: Kingdom | null;
  points: number;
  rule: Rule;
  requires: Counts;
  front: Face;
  back: Face;
}

export interface ObjectiveFacts {
  id: number;
  points: number;
  shape: string;
  cells: { kingdom: Kingdom; x: number; y: number }[];
  needs: Counts;
}

const CARDS = facts.cards as CardFacts[];
const OBJECTIVES = facts.objectives as ObjectiveFacts[];

const cards = new Map(CARDS.map((card) => [card.id, card]));
const objectives = new Map(OBJECTIVES.map((card) => [card.id, card]));

export const ALL_CARDS: readonly CardFacts[] = CARDS;
export const ALL_OBJECTIVES: readonly ObjectiveFacts[] = OBJECTIVES;

/** Give a resource, gold or starter card by its id, or what the back of one tells. */
export function cardOf(card: number | Back): CardFacts {
  const found =
    typeof card === "number"
      ? cards.get(card)
      : CARDS.find((one) => one.kind === card.kind && one.kingdom === card.kingdom);
  if (!found) throw new RangeError(`there is no card ${JSON.stringify(card)}`);
  if (typeof card === "number") return found;
  return { ...found, id: 0, points: 0, rule: "flat", requires: {}, front: found.back };
}

/** Give an objective card by its id. */
export function objectiveOf(id: number): ObjectiveFacts {
  const found = objectives.get(id);
  if (!found) throw new RangeError(`there is no objective card ${id}`);
  return found;
}

/** List the symbols of a count, one by one: `{fungi: 2}` gives fungi, fungi. */
export function spread(counts: Counts): Sign[] {
  return Object.entries(counts).flatMap(([symbol, count]) =>
    Array.from({ length: count ?? 0 }, () => symbol as Sign),
  );
}
