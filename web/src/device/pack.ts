/** What playing without a server needs on the device: Python, its modules and ours. */
import type { Fields } from "../boards/contract";

/** A position before anything was dealt. */
export interface EmptyPosition {
  view: Fields;
  standing: Fields[];
}

/** `/device.json`, written by the build. */
export interface Pack {
  /** Where the files are; another one for every version. */
  folder: string;
  /** Their names and sizes. */
  files: Record<string, number>;
  games: string[];
  /** What the server would answer at `/api/games`. */
  offer: unknown;
  /** The empty board of each game, by the number of players. */
  empty: Record<string, Record<number, EmptyPosition>>;
}

export async function readPack(): Promise<Pack> {
  const answer = await fetch("/device.json");
  if (!answer.ok) throw new Error("this build has nothing to play without a server");
  return (await answer.json()) as Pack;
}

const CACHE = "device";

/** Keep all files of a pack for when there is no network; `progress` hears shares from 0 to 1. */
export async function keepPack(pack: Pack, progress: (share: number) => void): Promise<void> {
  const cache = await caches.open(CACHE);
  const total = Object.values(pack.files).reduce((sum, size) => sum + size, 0);
  let done = 0;
  await Promise.all(
    Object.entries(pack.files).map(async ([name, size]) => {
      const path = pack.folder + name;
      if (!(await cache.match(path))) await cache.add(path);
      progress((done += size) / total);
    }),
  );
}

/** Whether all files of a pack are kept; fails where the browser keeps no files. */
export async function isKept(pack: Pack): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const found = await Promise.all(
    Object.keys(pack.files).map((name) => cache.match(pack.folder + name)),
  );
  return found.every(Boolean);
}
