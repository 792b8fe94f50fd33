/** What the dock says and which act its one button names, in every state of the match. */

import type { Say } from "../contract";
import type { Choice } from "./choice.svelte";
import { lackOf, maySide } from "./choosing";
import {
  describeDrawn,
  gainsAndLosses,
  listCounts,
  nameCard,
  tellObjectives,
  tellReason,
} from "./speech";
import { isSame } from "./geometry";
import { cardsIn, type Choices, type Outcome, type View } from "./view";

export type Act = "place" | "flip" | "draw" | "starter" | "objective";

export interface DockText {
  /** Points on the track, once a place is chosen. */
  points: number | null;
  /** One sentence: what is awaited, or why. */
  text: string;
  /** More lines: symbols and objectives. */
  more: string[];
  tone: "" | "bad";
  act: Act | null;
  /** The button's words. */
  button: string;
  ready: boolean;
}

interface Facts {
  view: View;
  choices: Choices;
  choice: Choice;
  outcome: Outcome | null;
  me: number;
  seat: number | null;
  names: string[];
  movers: number[];
  interactive: boolean;
  sending: null | "sending" | "slow";
  /** Names, short words on a narrow screen. */
  short: boolean;
  /** A hint in words, said instead of what is awaited; "" without one. */
  hint?: string;
}

/** Give the dock's words for a state. */
export function dockText(say: Say, facts: Facts): DockText {
  const { view, choices, choice, sending, interactive } = facts;
  const quiet = (text: string): DockText => ({
    points: null,
    text,
    more: [],
    tone: "",
    act: null,
    button: "",
    ready: false,
  });
  if (view.over) return quiet(say("board.over"));
  if (sending === "slow") return quiet(say("board.not_saved"));
  if (sending) return quiet(say("board.saving"));
  if (!interactive || facts.seat === null) return quiet(waiting(say, facts));
  if (choices.starter_side) {
    return {
      ...quiet(facts.hint || say(`board.choose_side${facts.short ? ".short" : ""}`)),
      act: "starter",
      button: say("board.use_side"),
      ready: choice.starter !== null,
    };
  }
  if (choices.keep_objective) {
    return {
      ...quiet(facts.hint || say("board.choose_objective")),
      act: "objective",
      button: say("board.keep"),
      ready: choice.objective !== null,
    };
  }
  if (choices.draw) return drawing(say, facts, quiet);
  return placing(say, facts, quiet);
}

function waiting(say: Say, { view, seat, movers, names }: Facts): string {
  if (seat !== null && view.seats[seat]!.blocked) return say("board.closed");
  const others = movers.filter((one) => one !== seat).map((one) => names[one]!);
  if (others.length > 1) return say("board.waiting_many", { names: others.join(", ") });
  return others.length ? say("board.waiting", { name: others[0]! }) : say("board.wait");
}

function drawing(
  say: Say,
  { choice, view, hint }: Facts,
  quiet: (text: string) => DockText,
): DockText {
  const base = {
    ...quiet(hint || say("board.draw_a_card")),
    act: "draw" as const,
    button: say("board.draw"),
  };
  const source = choice.source;
  if (source === null) return base;
  if (typeof source === "number") {
    return { ...base, text: say("board.take", { what: describeDrawn(say, source) }), ready: true };
  }
  const top = view.decks[source === "gold_deck" ? "gold" : "resource"].top;
  const card = top === null ? "" : nameCard(say, typeof top === "number" ? top : top);
  return { ...base, text: say("board.take_top", { card }), ready: true };
}

function placing(say: Say, facts: Facts, quiet: (text: string) => DockText): DockText {
  const { choice, choices, outcome, view, me } = facts;
  const base = {
    ...quiet(facts.hint || say("board.choose_card")),
    act: "place" as const,
    button: say(facts.short ? "board.place_short" : "board.place_card"),
  };
  const card = choice.card;
  if (card === null) return base;
  if (!maySide(choices, card, choice.side())) {
    const lack = lackOf(card, view.seats[me]!.symbols);
    const text = lack
      ? say("board.lack", {
          need: say(`board.count.${lack.symbol}`, { n: lack.need }),
          have: lack.have,
        })
      : say("board.flip_it");
    return { ...base, text, tone: "bad", act: "flip", button: say("board.flip_card"), ready: true };
  }
  if (!choice.spot) return { ...base, text: facts.hint || say("board.choose_place") };
  if (!outcome || !isSame(outcome, choice.spot)) return { ...base, text: "", ready: true };
  const { gains, losses } = gainsAndLosses(outcome.notes.symbols);
  const more = tellObjectives(say, outcome);
  if (Object.keys(gains).length) more.push(say("board.gains", { what: listCounts(say, gains) }));
  if (Object.keys(losses).length) more.push(say("board.loses", { what: listCounts(say, losses) }));
  const reason = tellReason(say, outcome, facts.short);
  return { ...base, points: outcome.points, text: reason, more, ready: true };
}

/** What the turn bar says of the viewer's turn; null when it is not. */
export function turnSentence(say: Say, choices: Choices, short: boolean): string | null {
  const setup = choices.starter_side ?? choices.keep_objective;
  const key = choices.place
    ? "turn_place"
    : choices.draw
      ? "turn_draw"
      : setup
        ? "turn_setup"
        : null;
  return key && say(`board.${key}${short ? ".short" : ""}`);
}

/** With so many points on the track the end is near. */
const END_POINTS = 20;

/** What the ribbon says when the end is near; null before. */
export function ribbonSentence(say: Say, view: View, names: readonly string[]): string | null {
  if (view.phase !== "place" && view.phase !== "draw") return null;
  if (view.last_round) return say("board.last_round");
  const leader = view.seats.findIndex((seat) => seat.points >= END_POINTS);
  if (leader >= 0)
    return say("board.end_near", { name: names[leader]!, n: view.seats[leader]!.points });
  const left = cardsIn(view.decks.resource) + cardsIn(view.decks.gold);
  return left ? null : say("board.decks_out");
}
