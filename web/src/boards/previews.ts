/** The previews of a game: its kernels, fetched once, and its wording; and its adviser, on demand. */
import type { Adviser } from "../engine/adviser";
import type { Previews, Wording } from "../engine/previews";

const wordings = import.meta.glob<Wording>("./*/kernels.ts", { import: "default" });
const loaded = new Map<string, Promise<Previews | null>>();

/** Load what works out previews of a game; null where WebAssembly, the wording or the module lacks. */
export function loadPreviews(game: string): Promise<Previews | null> {
  const found = loaded.get(game) ?? load(game).catch(() => null);
  loaded.set(game, found);
  void found.then((previews) => previews ?? loaded.delete(game)); // the next match tries again
  return found;
}

const advisers = new Map<string, Promise<Adviser | null>>();

/** Load what thinks about hints; null where a worker or a file lacks. */
export function loadAdviser(game: string): Promise<Adviser | null> {
  const find = async () =>
    typeof Worker === "undefined" ? null : (await import("../engine/adviser")).Adviser.load(game);
  const found = advisers.get(game) ?? find().catch(() => null);
  advisers.set(game, found);
  void found.then((adviser) => adviser ?? advisers.delete(game));
  return found;
}

async function load(game: string): Promise<Previews | null> {
  const findWording = wordings[`./${game}/kernels.ts`];
  if (!findWording || typeof WebAssembly === "undefined") return null;
  const [engine, wording, module] = await Promise.all([
    import("../engine/previews"),
    findWording(),
    fetch(`/games/${game}.preview.wasm`),
  ]);
  return module.ok ? engine.Previews.load(await module.arrayBuffer(), wording) : null;
}
