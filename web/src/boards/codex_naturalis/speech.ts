/** What is said of cards, places and points, in the words of the viewer's language. */

import type { Say } from "../contract";
import { cardOf, objectiveOf, type Side } from "./cards";
import type { Spot } from "./geometry";
import { SYMBOLS, type Counts } from "./kingdoms";
import type { Back, Outcome, Placement } from "./view";

/** Name a card by kind and kingdom: "gold plant card". */
export function nameCard(say: Say, card: number | Back): string {
  if (typeof card !== "number") return say(`board.card.${card.kind}.${card.kingdom}`);
  const facts = cardOf(card);
  if (facts.kind === "starter") return say("board.card.starter");
  return say(`board.card.${facts.kind}.${facts.kingdom}`);
}

/** List counts of symbols: "2 plants and 1 quill". */
export function listCounts(say: Say, counts: Counts): string {
  const parts = SYMBOLS.filter((symbol) => counts[symbol]).map((symbol) =>
    say(`board.count.${symbol}`, { n: counts[symbol]! }),
  );
  return join(say, parts);
}

/** Join parts of a list as the language does. */
export function join(say: Say, parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return say("board.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
}

/** Count what the corners and the centre of one side show. */
export function shownSymbols(card: number, side: Side): Counts {
  const counts: Counts = {};
  const face = cardOf(card)[side];
  for (const symbol of [...face.corners, ...face.centre]) {
    if (symbol !== "empty" && symbol !== "hidden") counts[symbol] = (counts[symbol] ?? 0) + 1;
  }
  return counts;
}

/** Tell a card's points: "2 points for each corner it covers". */
function tellPoints(say: Say, card: number): string {
  const { points, rule } = cardOf(card);
  if (!points) return "";
  if (rule === "flat") return say("board.n_points", { n: points });
  return say("board.points_per", { points: say("board.n_points", { n: points }), per: say(rule) });
}

/** Describe one side of a card fully: name, points, symbols, requirement. */
export function describeCard(say: Say, card: number | Back, side: Side): string {
  const name = nameCard(say, card);
  if (typeof card !== "number") return say("board.face_down", { card: name });
  const facts = cardOf(card);
  if (side === "back" && facts.kind !== "starter") return say("board.face_down", { card: name });
  const parts = [name, tellPoints(say, card)];
  const symbols = listCounts(say, shownSymbols(card, side));
  parts.push(symbols || say("board.no_symbols"));
  const hidden = facts[side].corners.filter((corner) => corner === "hidden").length;
  if (hidden) parts.push(say("board.closed_corners", { n: hidden }));
  const needs = listCounts(say, facts.requires);
  if (needs) parts.push(say("board.needs", { needs }));
  return parts.filter(Boolean).join(", ");
}

/** Tell what taking a card would give: "1 point, 2 plants". */
export function describeDrawn(say: Say, card: number): string {
  const symbols = listCounts(say, shownSymbols(card, "front"));
  return [tellPoints(say, card), symbols || say("board.no_symbols")].filter(Boolean).join(", ");
}

/** Split changes into what is gained and what is lost. */
export function gainsAndLosses(changes: Counts): { gains: Counts; losses: Counts } {
  const gains: Counts = {};
  const losses: Counts = {};
  for (const symbol of SYMBOLS) {
    const change = changes[symbol] ?? 0;
    if (change > 0) gains[symbol] = change;
    if (change < 0) losses[symbol] = -change;
  }
  return { gains, losses };
}

const CORNERS = ["upper_left", "upper_right", "lower_left", "lower_right"] as const;
const STEPS: readonly [number, number][] = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
];

/** Say where a place lies, by the newest card that it would cover: "upper right of the fungi card". */
export function tellWhere(say: Say, spot: Spot, area: readonly Placement[]): string {
  for (const card of [...area].reverse()) {
    const step = STEPS.findIndex(([x, y]) => card.x + x === spot.x && card.y + y === spot.y);
    if (step >= 0) {
      return say(`board.where.${CORNERS[step]}`, { card: nameCard(say, card.card) });
    }
  }
  return `${spot.x},${spot.y}`;
}

/** Say all about a place: "Place 4 of 9, upper right of … Covers 2 corners. 4 points. Loses 1 plant." */
export function describePlace(
  say: Say,
  spot: Spot,
  number: number,
  of: number,
  area: readonly Placement[],
  outcome: Outcome | null,
): string {
  const parts = [say("board.place", { n: number, of, where: tellWhere(say, spot, area) })];
  if (outcome) {
    parts.push(say("board.covers", { n: outcome.notes.covers }));
    parts.push(say("board.brings", { points: say("board.n_points", { n: outcome.points }) }));
    const { gains, losses } = gainsAndLosses(outcome.notes.symbols);
    if (Object.keys(gains).length) parts.push(say("board.gains", { what: listCounts(say, gains) }));
    if (Object.keys(losses).length) {
      parts.push(say("board.loses", { what: listCounts(say, losses) }));
    }
    parts.push(...tellObjectives(say, outcome));
  }
  return parts.join(" ");
}

/** Tell which objectives a placing fulfils, or undoes. */
export function tellObjectives(say: Say, outcome: Outcome): string[] {
  return Object.entries(outcome.notes.objectives).map(([id, change]) =>
    say(change > 0 ? "board.objective_gained" : "board.objective_lost", {
      objective: nameObjective(say, Number(id)),
      points: say("board.n_points", { n: Math.abs(change) * objectiveOf(Number(id)).points }),
    }),
  );
}

/** Count the points of objectives that a placing brings or costs. */
export function objectivePoints(outcome: Outcome): number {
  return Object.entries(outcome.notes.objectives).reduce(
    (sum, [id, change]) => sum + change * objectiveOf(Number(id)).points,
    0,
  );
}

/** Give the reason of a placing's points: "2 for each of 3 covered corners". */
export function tellReason(say: Say, outcome: Outcome, short = false): string {
  const why = outcome.notes.why;
  if (!why) return "";
  if (why.rule === "flat") return say("board.why.flat");
  const what = why.rule === "symbol" ? why.symbol! : "corner";
  return say(`board.why.${what}${short ? ".short" : ""}`, { n: why.count, each: why.each });
}

/** Name an objective: "three plants falling to the right". */
export function nameObjective(say: Say, objective: number): string {
  const facts = objectiveOf(objective);
  if (facts.shape === "set") return say("board.set", { set: listCounts(say, facts.needs) });
  const [first, , other] = facts.cells;
  return say(`board.objective.${facts.shape}`, {
    first: say(`board.many.${first!.kingdom}`),
    other: say(`board.one.${other!.kingdom}`),
  });
}

/** Say why nothing may be laid at a place, once the rules have refused it. */
export function tellRefusedPlace(say: Say, spot: Spot, area: readonly Placement[]): string {
  const touched = area.some(
    (card) => Math.abs(card.x - spot.x) === 1 && Math.abs(card.y - spot.y) === 1,
  );
  return say(touched ? "board.refused.closed" : "board.refused.nothing");
}

/** Make a clause of the rules a sentence. */
export function asSentence(clause: string): string {
  const text = clause.trim();
  if (!text) return "";
  return text[0]!.toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
