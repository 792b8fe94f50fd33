/** What the viewer does and looks at: taps, drags and keys all end here. */

import { tick } from "svelte";
import type { BoardProps, Fields } from "../contract";
import { FocusRestorer } from "../focus";
import type { Side } from "./cards";
import { Choice } from "./choice.svelte";
import { lackOf, maySide, nextPlace, placesFor } from "./choosing";
import { dockText } from "./dock";
import { isSame, type Spot } from "./geometry";
import type Hand from "./Hand.svelte";
import { hintSentence } from "./hint";
import type { KeyActs } from "./keys";
import { flyAway, flyFrom, flyNumber } from "./motion";
import type PlayArea from "./PlayArea.svelte";
import { carry } from "./pointers";
import { asSentence, tellRefusedPlace } from "./speech";
import { drawText, isKnown, placeText, type Choices, type Source, type View } from "./view";

export class Player {
  readonly choice = new Choice();
  readonly focus = new FocusRestorer();
  /** Whose page is looked at instead of one's own. */
  peeked = $state<number | null>(null);
  /** The page is read as a list. */
  listed = $state(false);
  tab = $state("hand");
  /** Outlined positions. */
  marked = $state<Spot[]>([]);
  drag = $state<{ card: number; x: number; y: number; width: number } | null>(null);
  root = $state<HTMLElement>();
  area = $state<PlayArea>();
  hand = $state<Hand>();
  /** Where the card that is being drawn lay. */
  #source: DOMRect | null = null;
  /** Cards that others are drawing: how each looks, where it lay, and whose it is. */
  #leaving: { card: HTMLElement; from: DOMRect; seat: number }[] = [];
  #props: () => BoardProps;

  constructor(props: () => BoardProps) {
    this.#props = props;
  }

  get #view(): View {
    return this.#props().view as View;
  }
  get choices(): Choices {
    const { interactive, choices } = this.#props();
    return (interactive ? choices : {}) as Choices;
  }
  get me(): number {
    const { seat, shown } = this.#props();
    return seat ?? shown;
  }
  get #mine() {
    return this.#view.seats[this.me]!;
  }
  get rivals(): number[] {
    const { names } = this.#props();
    return names.map((_, n) => (this.me + n) % names.length).slice(1);
  }
  /** The cards of the hand whose fronts are known. */
  get known(): number[] {
    return this.#mine.hand.filter(isKnown);
  }
  /** One's own page is seen. */
  get own(): boolean {
    return this.peeked === null || this.peeked === this.me;
  }
  places = $derived.by(() =>
    this.own ? placesFor(this.choices, this.choice.card, this.choice.side()) : [],
  );
  outcomes = $derived.by(() => this.choice.outcomes());
  outcome = $derived.by(() => this.outcomes?.find((one) => isSame(one, this.choice.spot)) ?? null);
  dock = $derived.by(() => {
    const { words, seat, names, movers, interactive, sending, size, hint } = this.#props();
    const { choices, choice, outcome, me } = this;
    const short = size === "phone" || size === "landscape";
    return dockText(words, {
      view: this.#view,
      choices,
      choice,
      outcome,
      me,
      seat,
      names,
      movers,
      interactive,
      sending,
      short,
      hint: this.follows(hint) ? hintSentence(words, hint, this.#view, me) : "",
    });
  });

  /** A new position: forget the choice, show what is asked for next. */
  begin() {
    const { choices } = this;
    this.#leaving = this.#drawnByOthers();
    this.choice.reset(this.#props().continuations, this.known, choices);
    this.marked = [];
    this.drag = null;
    if (choices.draw || choices.starter_side) this.tab = "table";
    else if (choices.place || choices.keep_objective) this.tab = "hand";
    if (choices.place || choices.draw) this.peeked = null;
  }

  /** Note the cards that others have drawn, while they still lie there. */
  #drawnByOthers() {
    const { happened } = this.#props();
    return happened.flatMap((line) => {
      if (
        line.kind !== "move" ||
        line.seat === null ||
        line.seat === this.me ||
        !line.move ||
        !("draw" in line.move)
      )
        return [];
      const place = this.root?.querySelector(`[data-source="${line.move.draw}"]`);
      const card = place?.querySelector(".face")?.cloneNode(true) as HTMLElement | undefined;
      return place && card ? [{ card, from: place.getBoundingClientRect(), seat: line.seat }] : [];
    });
  }

  /** Let things travel to where they are in the new view: the drawn card, the points. */
  async settle(last: View) {
    const { settings, frame } = this.#props();
    const [old, mine, root] = [last.seats[this.me], this.#mine, this.root];
    if (!settings.motion || !old || !root) return;
    const gained = mine.points - old.points;
    const placed = mine.play_area.at(-1);
    const drawn = this.known.find((card) => !old.hand.includes(card));
    const leaving = this.#leaving;
    await tick();
    for (const { card, from, seat } of leaving) {
      const panel =
        root.querySelector(`[data-rival="${seat}"]`) ??
        root.querySelector('[role=tab][id$="-rivals"]');
      if (panel) flyAway(root, card, from, panel.getBoundingClientRect());
    }
    if (
      gained > 0 &&
      placed &&
      this.area &&
      this.own &&
      mine.play_area.length > old.play_area.length
    ) {
      const token = root.querySelector(".token.mine circle")?.getBoundingClientRect();
      if (token) flyNumber(root, `+${gained}`, this.area.boxOf(placed), token);
      frame.sound("points", gained);
    }
    const slot = drawn && root.querySelector<HTMLElement>(`[data-hand="${drawn}"]`);
    if (slot && this.#source) flyFrom(slot, this.#source, 260);
    this.#source = null;
  }

  /** Lead who plays by keys to what is asked for next, if what had the focus is gone. */
  async lead() {
    const { starter_side, keep_objective, draw } = this.choices;
    const next = starter_side
      ? "[data-side]"
      : keep_objective
        ? "[data-objective]"
        : draw
          ? "[data-source]:not(.empty)"
          : "[data-hand]";
    await tick();
    if (this.root)
      this.focus.mend(this.root, [
        next,
        "[role=option]",
        "[data-source]",
        "[role=tab][aria-selected=true]",
      ]);
  }

  choose(card: number) {
    const { sending, frame, words } = this.#props();
    const { choice } = this;
    if (this.drag || sending) return;
    this.peeked = null;
    this.listed = false;
    if (!this.choices.place) {
      choice.card = choice.card === card ? null : card;
      return;
    }
    choice.take(card);
    frame.sound(choice.card === null ? "back" : "take_card");
    if (choice.card !== null)
      frame.announce(words(this.places.length ? "board.choose_place" : "board.flip_it"));
  }

  /** Whether a hint is still about what is chosen: not once another card is taken up. */
  follows(hint: BoardProps["hint"]): boolean {
    const { card } = this.choice;
    return !hint || card === null || !("place" in hint.line.move) || hint.line.move.place === card;
  }

  /** Take up what a hint shows, up to its place; it is not played. */
  showHinted(move: Fields) {
    const { choice } = this;
    if (!("place" in move) || choice.spot) return;
    this.tab = "hand";
    choice.card = move.place as number;
    choice.sides[choice.card] = move.side as Side;
  }

  flip(card: number | null = this.choice.card) {
    if (card === null) return;
    const { choice } = this;
    choice.flip(card);
    this.#props().frame.sound("flip");
    if (card === choice.card && choice.spot && !maySide(this.choices, card, choice.side()))
      choice.spot = null;
  }

  async choosePlace(spot: Spot) {
    const { interactive, settings, frame } = this.#props();
    const { choice } = this;
    if (choice.card === null || !interactive) return;
    if (isSame(choice.spot, spot)) return this.act();
    const from = this.root?.querySelector(`[data-hand="${choice.card}"]`)?.getBoundingClientRect();
    choice.spot = spot;
    frame.sound("choose");
    if (!settings.confirm) return this.act();
    await tick();
    const card = this.root?.querySelector<HTMLElement>("[data-held]");
    if (settings.motion && from && card && !this.drag) flyFrom(card, from, 240, true);
  }

  async refusePlace(spot: Spot) {
    const { choice } = this;
    const { whyNot, frame, words } = this.#props();
    if (choice.card === null || !this.choices.place) return;
    const { sentence } = await whyNot({
      place: choice.card,
      side: choice.side(),
      x: spot.x,
      y: spot.y,
    });
    if (sentence) frame.refuse(tellRefusedPlace(words, spot, this.#mine.play_area));
  }

  async chooseSource(next: Source) {
    const { interactive, frame, whyNot, settings } = this.#props();
    const { draw, place } = this.choices;
    if (!draw?.includes(next)) {
      if (draw || (interactive && place))
        frame.refuse(asSentence((await whyNot({ draw: next })).sentence));
      return;
    }
    if (this.choice.source === next) return this.act();
    this.choice.source = next;
    frame.sound("choose");
    if (!settings.confirm) this.act();
  }

  /** Do what the dock's button says. */
  act() {
    const { interactive, sending, play, frame } = this.#props();
    const { choice, dock } = this;
    if (!interactive || sending) return;
    if (dock.act === "flip") return this.flip();
    if (dock.act === "starter" && choice.starter) play(choice.starter);
    else if (dock.act === "objective" && choice.objective !== null)
      play(`keep ${choice.objective}`);
    else if (dock.act === "draw" && choice.source !== null) {
      this.#source =
        this.root?.querySelector(`[data-source="${choice.source}"]`)?.getBoundingClientRect() ??
        null;
      frame.sound("take_card");
      play(drawText(choice.source));
    } else if (dock.act === "place" && choice.card !== null && choice.spot) {
      frame.sound("place_card");
      play(placeText(choice.card, choice.side(), choice.spot));
    }
  }

  startDrag(card: number, event: PointerEvent) {
    const { interactive, frame, words, settings } = this.#props();
    const { choice } = this;
    if (!this.choices.place || !interactive) return;
    this.peeked = null;
    choice.card = card;
    if (!maySide(this.choices, card, choice.side(card))) {
      const lack = lackOf(card, this.#mine.symbols);
      if (lack)
        frame.refuse(
          words("board.lack", {
            need: words(`board.count.${lack.symbol}`, { n: lack.need }),
            have: lack.have,
          }),
        );
      return;
    }
    choice.spot = null;
    frame.sound("take_card");
    carry(event, {
      moved: (x, y) => {
        if (!this.area) return;
        this.drag = { card, x, y, width: Math.max(88, this.area.cardWidth()) };
        choice.spot = this.area.nearestTo(x, y);
      },
      dropped: (kept) => {
        if (!kept) choice.spot = null;
        setTimeout(() => (this.drag = null)); // after the click that ends the drag
        if (!choice.spot) return;
        frame.sound("choose");
        if (!settings.confirm) this.act();
      },
    });
  }

  peek(next: number) {
    const { names, frame, words } = this.#props();
    this.listed = false;
    this.peeked = next === this.me || next === this.peeked ? null : next;
    if (this.peeked !== null) frame.announce(words("board.page_of", { name: names[this.peeked]! }));
  }

  /** Go back one step; false if there was nothing to go back from. */
  back(): boolean {
    if (this.listed) this.listed = false;
    else if (this.peeked !== null) this.peeked = null;
    else if (this.marked.length) this.marked = [];
    else return this.choice.back();
    return true;
  }

  #step(by: 1 | -1, best: boolean) {
    const next = nextPlace(this.places, this.choice.spot, by, best ? this.outcomes : null);
    if (!next) return;
    this.choice.spot = next;
    this.#props().frame.sound("choose");
    this.area?.focusPlace(next);
  }

  readonly keys: KeyActs = {
    card: (n) => {
      const card = this.known[n];
      if (card === undefined) return;
      this.tab = "hand";
      this.choose(card);
      this.hand?.focusCard(this.#mine.hand.indexOf(card));
    },
    flip: () => this.flip(),
    step: (by, best) => this.#step(by, best),
    zoom: (factor) => this.area?.zoomBy(factor),
    fit: () => this.area?.fitAll(),
    pan: (dx, dy) => this.area?.pan(dx, dy),
    back: () => this.back(),
    table: () => {
      this.tab = "table";
      void tick().then(() => this.root?.querySelector<HTMLElement>("[data-source]")?.focus());
    },
    goals: () => {
      this.tab = "objectives";
    },
    rival: () => {
      const { rivals } = this;
      this.peek(rivals[(rivals.indexOf(this.peeked ?? -1) + 1) % (rivals.length + 1)] ?? this.me);
    },
  };
}
