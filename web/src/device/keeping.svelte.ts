/** Whether this device is ready to play without a server, and getting it ready; Settings show it. */
import { isKept, keepPack, type Pack, readPack } from "./pack";

/** `forbidden`: the browser keeps no files here. */
type State = "unknown" | "missing" | "loading" | "kept" | "failed" | "forbidden";

export class Keeping {
  pack = $state.raw<Pack | null>(null);
  state = $state<State>("unknown");
  /** How much is there while it is loaded, from 0 to 1. */
  share = $state(0);
  #looked: Promise<void> | null = null;

  /** What is downloaded, in millions of bytes. */
  get megabytes(): number {
    const sizes = Object.values(this.pack?.files ?? {});
    return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
  }

  /** Find out how things are, once. */
  look(): Promise<void> {
    return (this.#looked ??= this.#look());
  }

  async #look(): Promise<void> {
    try {
      this.pack = await readPack();
    } catch {
      this.#looked = null; // no network, or a build without it
      return;
    }
    try {
      this.state = (await isKept(this.pack)) ? "kept" : "missing";
    } catch {
      this.state = "forbidden"; // a private window, or an address without https
    }
  }

  /** Get everything that is missing. */
  async keep(): Promise<void> {
    await this.look();
    if (!this.pack || !["missing", "failed"].includes(this.state)) return;
    [this.state, this.share] = ["loading", 0];
    try {
      await keepPack(this.pack, (share) => (this.share = share));
      this.state = "kept";
    } catch {
      this.state = "failed"; // no network, or no room
    }
  }
}

export const keeping = new Keeping();
