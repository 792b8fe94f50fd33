/**
 * Compiles Python ahead for the page's worker: `node bytecode.ts FOLDER`, with the folder of the
 * archives. Prints what `ludoteca.device.bytecode` returns, in the Python that will read it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

process.on("uncaughtException", ({ message }) => {
  console.error(message); // not the line of a program of a million letters
  process.exit(1);
});

const folder = process.argv[2]!;
const read = (end: string) =>
  new Uint8Array(readFileSync(`${folder}/${readdirSync(folder).find((one) => one.endsWith(end))}`));

const python = await loadPyodide({
  stdLibURL: `${folder}/python_stdlib.zip`,
  env: { PYTHONNODEBUGRANGES: "1" }, // the columns of every instruction are a third of the code
});
python.unpackArchive(read(".whl"), "wheel");
python.unpackArchive(read("ludoteca.zip"), "zip", { extractDir: "/ludoteca" });
python.runPython("import sys; sys.path.insert(0, '/ludoteca')");
const library = python.runPython("next(at for at in sys.path if at.endswith('.zip'))") as string;
const compile = python.runPython(
  "from ludoteca.device.bytecode import compile_all; compile_all",
) as (...folders: string[]) => string;
process.stdout.write(compile(`${library}/`, "/ludoteca/"));
