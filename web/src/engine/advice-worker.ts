/** Thinks beside the page about one view, and ends. */
import { type AdviceFacts, type Asked, think } from "./advice";
import { Engine, type Facts } from "./engine";

export interface Order {
  module: WebAssembly.Module;
  facts: Facts;
  advice: AdviceFacts;
  asked: Asked;
  seed: number;
}

addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  const engine = await Engine.load(data.module, data.facts);
  postMessage(think(engine, data.advice, data.asked, data.seed));
});
