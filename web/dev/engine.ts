/**
 * Runs a game's WebAssembly in Node for tests and benchmarks: `node engine.ts FOLDER`, with the
 * folder of the modules. Takes orders as lines of JSON, and answers each with one line.
 */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliCompressSync, crc32 } from "node:zlib";
import {
  Engine,
  Numbers,
  States,
  type Argument,
  type Element,
  type Facts,
} from "../src/engine/engine.ts";
import { type AdviceFacts, type Asked, type Limit, think } from "../src/engine/advice.ts";
import { Previews, type Seen, type Wording } from "../src/engine/previews.ts";
import type { Fields } from "../src/boards/contract.ts";

/** An array as it is sent: its bytes in base64, and its lengths. */
interface Sent {
  bytes: string;
  lengths: number[];
}

/** Call an entry: integers come as text, for JSON has no large ones. */
interface Call {
  order: "call";
  game: string;
  entry: string;
  given: (string | number | Sent)[];
}

/** Play random matches and compare the state after every ply. */
interface Follow {
  order: "follow";
  game: string;
  players: number;
  options: number[];
  matches: { seed: number; sums: number[]; answers: number[] }[];
}

/** List what a module imports and exports, and what it weighs on its way to a browser. */
interface List {
  order: "list";
  game: string;
}

/** List what could follow a partial choice, as the page does it. */
interface Preview {
  order: "preview";
  game: string;
  seen: Seen;
  partial: Fields;
}

/** Think about a view, as the page does it. */
interface Advise {
  order: "advise";
  game: string;
  asked: Omit<Asked, "view"> & { view: string };
  seen: Seen;
  seed: number;
  limit: Limit;
}

const folder = process.argv[2]!;
const engines = new Map<string, Engine>();

const moduleOf = (game: string): Buffer<ArrayBuffer> => readFileSync(`${folder}/${game}.wasm`);

async function engineOf(game: string): Promise<Engine> {
  let engine = engines.get(game);
  if (!engine) {
    const facts = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8")) as Facts;
    engine = await Engine.load(moduleOf(game), facts);
    engines.set(game, engine);
  }
  return engine;
}

function bytesOf(array: Numbers | States): Uint8Array {
  if (array instanceof States) return array.bytes;
  const { buffer, byteOffset, byteLength } = array.view;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function receive(engine: Engine, kind: string, value: string | number | Sent): Argument {
  if (typeof value === "string") return BigInt(value);
  if (typeof value === "number") return value;
  const sent = Buffer.from(value.bytes, "base64");
  const array = kind.startsWith("state")
    ? engine.states(value.lengths[0]!)
    : engine.numbers(kind.slice(0, 2) as Element, ...value.lengths);
  bytesOf(array).set(sent);
  return array instanceof States && kind === "state" ? array.at(0) : array;
}

function call(engine: Engine, order: Call): object {
  const start = engine.mark();
  const kinds = engine.facts.entries[order.entry]!.parameters;
  const given = order.given.map((value, index) => receive(engine, kinds[index]![1], value));
  const bound = engine.bind(order.entry, ...given);
  const began = process.threadCpuUsage();
  const result = bound();
  const used = process.threadCpuUsage(began);
  const arrays = given.map((value) =>
    typeof value !== "object"
      ? null
      : Buffer.from("at" in value || value instanceof Numbers ? bytesOf(value) : value.bytes),
  );
  engine.release(start);
  return {
    result,
    arrays: arrays.map((bytes) => bytes && bytes.toString("base64")),
    seconds: (used.user + used.system) / 1e6,
  };
}

/** Return how many plies were equal, and where the first difference is, if there is one. */
function follow(engine: Engine, order: Follow): object {
  const start = engine.mark();
  const state = engine.states(1).at(0);
  const rng = engine.numbers("i8", 1);
  const options = engine.given("i8", order.options);
  const scores = engine.numbers("i8", order.players);
  const bytes = state.bytes;
  const ask = (name: string) => engine.bind(name, state);
  const [rolls, mover, over, faults] = [
    ask("roll_size"),
    ask("seat_to_move"),
    ask("is_over"),
    ask("faults"),
  ];
  const below = (n: number) => engine.call("below", rng, n);
  let plies = 0;
  for (const { seed, sums, answers } of order.matches) {
    engine.call("seed_into", rng, seed, 1);
    engine.call("start", state, order.players, options);
    for (const [ply, sum] of sums.entries()) {
      const size = rolls();
      const seat = mover();
      if (size) {
        engine.call("put_outcome", state, engine.call("outcome_of", state, below(size)));
      } else if (seat >= 0) {
        const count = engine.call("count_legal", state, seat);
        engine.call("apply", state, seat, engine.call("nth_legal", state, seat, below(count)));
      }
      if (crc32(bytes) !== sum)
        return { plies, seed, ply, state: Buffer.from(bytes).toString("base64") };
      plies++;
    }
    for (let seat = 0; seat < order.players; seat++)
      scores.view[seat] = BigInt(engine.call("score", state, seat));
    const won = engine.call("winners", state, scores);
    const found = [...[...scores.view].map(Number), won, faults(), over(), rolls(), mover()];
    if (found.join() !== answers.join()) return { plies, seed, answers: found };
  }
  engine.release(start);
  return { plies };
}

function list(game: string): object {
  const bytes = moduleOf(game);
  const module = new WebAssembly.Module(bytes);
  return {
    brotli: brotliCompressSync(bytes).length,
    imports: WebAssembly.Module.imports(module),
    exports: WebAssembly.Module.exports(module).map(({ name }) => name),
  };
}

const previews = new Map<string, Promise<Previews>>();

async function previewsOf(game: string): Promise<Previews> {
  const load = async () => {
    const { default: wording } = (await import(`../src/boards/${game}/kernels.ts`)) as {
      default: Wording;
    };
    return Previews.load(moduleOf(`${game}.preview`), wording);
  };
  if (!previews.has(game)) previews.set(game, load());
  return previews.get(game)!;
}

async function preview({ game, seen, partial }: Preview): Promise<object> {
  return { continuations: (await previewsOf(game)).continuations(seen, partial) };
}

async function advise({ game, asked, seen, seed, limit }: Advise): Promise<object> {
  const facts = JSON.parse(readFileSync(`${folder}/${game}.advice.json`, "utf8")) as AdviceFacts;
  const view = Buffer.from(asked.view, "base64");
  const lines = think(await engineOf(game), facts, { ...asked, view }, seed, limit);
  const named = await previewsOf(game);
  return { lines: lines.map((line) => ({ ...line, ...named.nameOf(seen, line.action) })) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Call | Follow | List | Preview | Advise;
  const answer =
    order.order === "call"
      ? call(await engineOf(order.game), order)
      : order.order === "follow"
        ? follow(await engineOf(order.game), order)
        : order.order === "preview"
          ? await preview(order)
          : order.order === "advise"
            ? await advise(order)
            : list(order.game);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
