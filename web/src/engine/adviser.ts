/** A game's adviser: thinks about a view in a worker, so that the page stays awake. */
import type { AdviceFacts, Advised } from "./advice";
import type { Order } from "./advice-worker";
import type { Facts } from "./engine";

export class Adviser {
  readonly #module: WebAssembly.Module;
  readonly #facts: Facts;
  readonly #advice: AdviceFacts;

  private constructor(module: WebAssembly.Module, facts: Facts, advice: AdviceFacts) {
    this.#module = module;
    this.#facts = facts;
    this.#advice = advice;
  }

  static async load(game: string): Promise<Adviser> {
    const get = async (name: string) => {
      const answer = await fetch(`/games/${game}.${name}`);
      if (!answer.ok) throw new Error(`${game}.${name}: ${answer.status}`);
      return answer;
    };
    const [module, facts, advice] = await Promise.all([
      get("wasm").then(async (answer) => WebAssembly.compile(await answer.arrayBuffer())),
      get("json").then((answer) => answer.json() as Promise<Facts>),
      get("advice.json").then((answer) => answer.json() as Promise<AdviceFacts>),
    ]);
    return new Adviser(module, facts, advice);
  }

  /** The best moves for a seat; `packed` is its view, as the server hands it over. */
  async think(packed: string, seat: number, players: number): Promise<Advised[]> {
    const view = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    if (view.length !== this.#facts.state.size) throw new TypeError("a state of another engine");
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const worker = new Worker(new URL("./advice-worker.ts", import.meta.url), { type: "module" });
    const order: Order = {
      module: this.#module,
      facts: this.#facts,
      advice: this.#advice,
      asked: { view, seat, players },
      seed,
    };
    try {
      const lines = await new Promise<Advised[]>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Advised[]>) => resolve(data);
        worker.onerror = worker.onmessageerror = () => reject(new Error("nobody thinks here"));
        worker.postMessage(order);
      });
      return lines.slice(0, this.#advice.lines);
    } finally {
      worker.terminate();
    }
  }
}
