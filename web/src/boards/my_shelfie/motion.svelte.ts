/** Starts and ends what moves after a ply; any input ends it at once. */
import type { BoardProps } from "../contract";
import { rainOf, type Flight } from "./flights";
import { type Box, shelfCell } from "./geometry";
import { type Drawings, landings } from "./tiles";
import { pointsOf, type Standing, type View } from "./view";

export interface Before {
  view: View;
  standing: Standing[];
  drawings: Drawings;
}

export class Motion {
  flights = $state.raw<Flight[]>([]);
  rain = $state.raw<ReadonlyMap<string, number>>(new Map());
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show what happened between two views, on a board that shows the later one already. */
  start(root: HTMLElement, before: Before, props: BoardProps): void {
    this.end();
    const view = props.view as View;
    const { frame, settings } = props;
    const moves = landings(view, props.happened);
    const refilled = props.happened.some((line) => line.kind === "deal");
    if (!settings.motion) {
      if (moves.length) frame.sound("land", 0);
      if (refilled) frame.sound("refill");
      return;
    }
    const find = (selector: string) => root.querySelector(selector)?.getBoundingClientRect();
    const flights: Flight[] = [];
    const fly = (flight: Omit<Flight, "id">) => flights.push({ id: (this.#next += 1), ...flight });
    let delay = 0;
    const OUTLINE = 340;
    for (const { seat, take, cells, letters } of moves) {
      const outlined = seat === props.seat ? 0 : OUTLINE;
      const shelf = root.querySelector<HTMLElement>(`[data-shelf="${seat}"]`);
      const goal = shelf?.getBoundingClientRect();
      const score = find(`[data-points="${seat}"]`);
      cells.forEach((cell, n) => {
        const from = find(`[data-room="${take[n]!.join(",")}"]`);
        if (!from || !shelf || !goal) return;
        const box = shelfCell(cell, Number(shelf.dataset.side));
        fly({
          from,
          to: { ...box, left: box.left + goal.left, top: box.top + goal.top },
          delay: delay + outlined + 70 * n,
          ...(outlined ? { outlined: delay + outlined + 70 * n } : {}),
          tile: {
            seat,
            cell: cell.join(","),
            letter: letters[n]!,
            drawing: before.drawings.room[take[n]![0]]![take[n]![1]]!,
            row: cell[0],
          },
        });
      });
      const gain = pointsOf((props.standing as Standing[])[seat]) - pointsOf(before.standing[seat]);
      if (score && goal && gain > 0) {
        const from = {
          left: goal.left + goal.width / 2 - 20,
          top: goal.top,
          width: 60,
          height: 40,
        };
        fly({ from, to: small(score), delay: delay + outlined + 620, points: gain, seat });
      }
      this.#tokens(seat, before.view, view, find, score, delay + outlined + 700, fly);
      delay += outlined + 240;
    }
    this.flights = flights;
    if (refilled) {
      const rain = rainOf(before.view.living_room, view.living_room);
      const late = moves.length ? 500 : 0;
      this.rain = new Map([...rain].map(([key, at]) => [key, at + late]));
      this.#timer = setTimeout(() => (this.rain = new Map()), 1500 + late);
      frame.sound("refill");
    }
  }

  #tokens(
    seat: number,
    before: View,
    after: View,
    find: (selector: string) => Box | undefined,
    score: Box | undefined,
    delay: number,
    fly: (flight: Omit<Flight, "id">) => void,
  ): void {
    if (!score) return;
    const had = before.seats[seat]!;
    const has = after.seats[seat]!;
    for (const { goal, points } of has.tokens) {
      const from = find(`[data-goal="${goal}"]`);
      if (from && !had.tokens.some((one) => one.goal === goal))
        fly({ from: small(from), to: small(score), delay, token: points });
    }
    const table = find("[data-end-place]");
    if (table && has.end_game_token && !had.end_game_token)
      fly({ from: small(table), to: small(score), delay, token: 1 });
  }

  landed(flight: Flight, frame: BoardProps["frame"]): void {
    this.flights = this.flights.filter((one) => one.id !== flight.id);
    if (flight.tile) frame.sound("land", 5 - flight.tile.row);
    else if (flight.token) frame.sound("token");
    else frame.sound("points", flight.points);
  }

  end(): void {
    if (this.flights.length) this.flights = [];
    if (this.rain.size) this.rain = new Map();
    clearTimeout(this.#timer);
  }
}

/** A square of the size of a token in the middle of a box. */
function small(box: Box): Box {
  const side = 34;
  return {
    left: box.left + (box.width - side) / 2,
    top: box.top + (box.height - side) / 2,
    width: side,
    height: side,
  };
}
