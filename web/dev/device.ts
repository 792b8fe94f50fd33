/**
 * Runs the Python of the page's worker in Node, with its WebAssembly kernels: for tests and
 * benchmarks. `node device.ts STATIC PROGRAM` prints what the Python program returns; it reads
 * `asked`, the standard input as text.
 */
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { Engine, type Facts } from "../src/engine/engine.ts";
import { DeviceKernels } from "../src/device/kernels.ts";

interface Pack {
  folder: string;
  files: Record<string, number>;
  games: string[];
}

process.on("uncaughtException", ({ message }) => {
  console.error(message); // not the line of a program of a million letters
  process.exit(1);
});

const [site, program] = process.argv.slice(2) as [string, string];
const pack = JSON.parse(readFileSync(`${site}/device.json`, "utf8")) as Pack;
const folder = `${site}${pack.folder}`;

function read(end: string): Uint8Array {
  const name = readdirSync(folder).find((one) => one.endsWith(end) || one.endsWith(`${end}.gz`))!;
  const content = readFileSync(folder + name);
  return new Uint8Array(name.endsWith(".gz") ? gunzipSync(content) : content);
}

const modules = new Map<string, DeviceKernels>();
for (const game of pack.games) {
  const facts = JSON.parse(readFileSync(`${site}/games/${game}.json`, "utf8")) as Facts;
  const engine = await Engine.load(readFileSync(`${site}/games/${game}.wasm`), facts);
  modules.set(game, new DeviceKernels(engine));
}
const library = pathToFileURL(`${folder}python_stdlib.zip`).href;
const python = await loadPyodide({ stdLibURL: library.replace("file://", "") });
python.unpackArchive(read(".whl"), "wheel");
python.unpackArchive(read("ludoteca.zip"), "zip", { extractDir: "/ludoteca" });
python.runPython("import sys; sys.path.insert(0, '/ludoteca')");
const use = python.runPython("from ludoteca.device.main import use_modules; use_modules") as (
  find: (game: string) => DeviceKernels | undefined,
) => void;
use((game) => modules.get(game));
python.globals.set("asked", await text(process.stdin));
console.log(python.runPython(readFileSync(program, "utf8")));
