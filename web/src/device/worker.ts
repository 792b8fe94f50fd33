/** The worker in which Python runs the tables of this device; it speaks with `link.ts`. */
import type { PyodideInterface } from "pyodide";
import { Engine, type Facts } from "../engine/engine";
import { DeviceKernels } from "./kernels";
import type { FromWorker, ToWorker } from "./link";
import type { Pack } from "./pack";
import { Storage } from "./storage";

/** `ludoteca.device.service.Service`, as Pyodide shows it. */
interface Service {
  connect(): void;
  receive(text: string): void;
  request(method: string, path: string, body: string, language: string): Promise<Answered>;
}

interface Answered {
  toJs(): [number, string];
  destroy(): void;
}

/** Of newer browsers. */
interface Scheduler {
  postTask(task: () => void, options: { priority: "background" }): Promise<void>;
}

const post = (message: FromWorker) => postMessage(message);
let service: Promise<Service> | null = null;

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") {
    service = start(data.pack, data.pauses);
    service.then(
      () => post({ type: "ready" }),
      (error: unknown) => post({ type: "failed", reason: String(error) }),
    );
    return;
  }
  const found = await service?.catch(() => null);
  if (!found) return;
  if (data.type === "connect") found.connect();
  else if (data.type === "frame") found.receive(data.text);
  else {
    const { id, method, path, body, language } = data;
    const answered = await found.request(method, path, body, language);
    const [status, text] = answered.toJs();
    answered.destroy();
    post({ type: "answer", id, status, text });
  }
});

/** Only one page of this device plays at a time: the newest. */
function takeOver(): void {
  navigator.locks
    ?.request("ludoteca-device", { steal: true }, () => new Promise(() => undefined))
    .catch(() => post({ type: "replaced" }));
}

/**
 * Waits until everything else that has happened was handled. A message to oneself, with which Python
 * waits, would come before those of the page.
 */
async function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler) await scheduler.postTask(() => undefined, { priority: "background" });
  else await new Promise((resolve) => setTimeout(resolve));
}

async function start(pack: Pack, pauses: boolean): Promise<Service> {
  takeOver();
  const names = Object.keys(pack.files);
  const file = async (end: string) => {
    const answer = await fetch(pack.folder + names.find((name) => name.endsWith(end))!);
    if (!answer.ok) throw new Error(`${end}: ${answer.status}`);
    return answer.arrayBuffer();
  };
  const [wheel, code] = [file(".whl"), file("ludoteca.zip")];
  const engines = loadEngines(pack.games);
  post({ type: "progress", share: 0.1 });
  const { loadPyodide } = (await import(
    /* @vite-ignore */ `${pack.folder}pyodide.mjs`
  )) as typeof import("pyodide");
  const python: PyodideInterface = await loadPyodide({ indexURL: pack.folder });
  post({ type: "progress", share: 0.6 });
  python.unpackArchive(await wheel, "wheel");
  python.unpackArchive(await code, "zip", { extractDir: "/ludoteca" });
  const modules = await engines;
  post({ type: "progress", share: 0.7 });
  const begin = python.runPython(
    "import sys; sys.path.insert(0, '/ludoteca')\nfrom ludoteca.device.main import start; start",
  ) as (worker: unknown) => Promise<Service>;
  post({ type: "progress", share: 0.9 });
  return begin({
    pauses,
    module: (game: string) => modules.get(game),
    storage: new Storage((reason) => post({ type: "unkept", reason })),
    pause,
    send: (text: string) => post({ type: "frame", text }),
  });
}

/** A game without a module is interpreted. */
async function loadEngines(games: string[]): Promise<Map<string, DeviceKernels>> {
  const found = new Map<string, DeviceKernels>();
  await Promise.all(
    games.map(async (game) => {
      try {
        const [module, facts] = await Promise.all([
          fetch(`/games/${game}.wasm`).then((answer) => answer.arrayBuffer()),
          fetch(`/games/${game}.json`).then((answer) => answer.json() as Promise<Facts>),
        ]);
        found.set(game, new DeviceKernels(await Engine.load(module, facts)));
      } catch {
        // slower, but it plays
      }
    }),
  );
  return found;
}
