/** How the play area is looked at: fitting, zooming, panning, and following what is laid. */

import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import {
  cardBox,
  centre,
  fill,
  fit,
  hold,
  reveal,
  zoom,
  type Box,
  type Look,
  type Size,
  type Spot,
} from "./geometry";

interface Scene {
  area: readonly Spot[];
  /** All positions that should be in sight. */
  spots: readonly Spot[];
  /** The widths between which a first look may choose. */
  least: number;
  most: number;
  motion: boolean;
}

export class Camera {
  frame = $state.raw<Size>({ width: 0, height: 0 });
  /** Somebody has chosen the look: it stays. */
  #moved = false;
  /** The width in which the look was chosen last; 0: never. */
  #width = 0;
  #look = new Tween<Look>({ card: 100, x: 0, y: 0 }, { easing: cubicOut });
  #scene: () => Scene;

  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  get now(): Look {
    return this.#look.current;
  }

  /** Give the box of a position in the frame, as it is now or will be. */
  boxOf(spot: Spot, look: Look = this.#look.target): Box {
    const box = cardBox(spot.x, spot.y, look.card);
    return {
      left: look.x + box.left,
      top: look.y + box.top,
      right: look.x + box.right,
      bottom: look.y + box.bottom,
    };
  }

  /** Say whether the middle of a position is in the frame now. */
  isSeen(spot: Spot): boolean {
    const box = this.boxOf(spot, this.now);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x >= 0 && x <= this.frame.width && y >= 0 && y <= this.frame.height;
  }

  #go(next: Look, quick = false) {
    const { spots, motion } = this.#scene();
    void this.#look.set(hold(next, spots, this.frame), { duration: quick || !motion ? 0 : 180 });
  }

  /** Look at the newest card from near, wasting no room. */
  #near(): Look {
    const { area, spots, least, most } = this.#scene();
    const last = area.at(-1) ?? { x: 0, y: 0 };
    return fill(
      centre(last, Math.max(least, Math.min(96, most)), this.frame),
      spots,
      this.frame,
      26,
    );
  }

  /** Look at everything, however small it must be for that. */
  #whole(): Look {
    const { spots, most } = this.#scene();
    return fit(spots, this.frame, 20, 1, most);
  }

  fitAll() {
    this.#moved = false;
    this.#go(this.#whole());
  }

  /** Fit everything; when everything is seen already, come near again. */
  fitOrNear() {
    const whole = this.#whole();
    if (Math.abs(whole.card - this.#look.target.card) > 1 || whole.card >= 96) return this.fitAll();
    this.#moved = true;
    this.#go(this.#near());
  }

  /** Zoom about a point of the frame, its middle if none is given. */
  zoomBy(factor: number, at?: Spot) {
    this.#moved = true;
    const { width, height } = this.frame;
    this.#go(
      zoom(this.#look.target, factor, at ?? { x: width / 2, y: height / 2 }),
      at !== undefined,
    );
  }

  pan(dx: number, dy: number, quick = false) {
    this.#moved = true;
    const { card, x, y } = this.#look.target;
    this.#go({ card, x: x + dx, y: y + dy }, quick);
  }

  show(spot: Spot, margin = 14) {
    this.#go(reveal(this.#look.target, spot, this.frame, margin));
  }

  /** Something was laid or may be laid elsewhere: keep it in sight, unless somebody has moved. */
  follow() {
    if (this.#moved || !this.frame.width || !this.frame.height) return;
    const { area, spots, least, most } = this.#scene();
    const { width, height } = this.frame;
    const first = this.#width !== width;
    this.#width = width;
    const isWhole = spots.every((spot) => {
      const box = this.boxOf(spot);
      return box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
    });
    const mayFit = fit(spots, this.frame, 8, 1, 300).card >= least || area.length <= 1;
    if (first || (!isWhole && mayFit)) {
      const whole = fit(spots, this.frame, 26, 1, most);
      this.#go(whole.card >= least ? whole : this.#near(), first);
    } else if (!isWhole) this.show(area.at(-1) ?? { x: 0, y: 0 }, 30);
  }
}
