/** The version of ludoteca that a build of the page belongs to, as the constant `OWN_VERSION`. */
import { readFileSync } from "node:fs";

const file = new URL("../src/ludoteca/__init__.py", import.meta.url);
const [, version] = /^__version__ = "(.+)"$/m.exec(readFileSync(file, "utf8"))!;

export const define = { OWN_VERSION: JSON.stringify(version) };
