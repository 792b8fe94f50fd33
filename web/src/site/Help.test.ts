// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import codex from "../boards/codex_naturalis/keys.json";
import shelfie from "../boards/my_shelfie/keys.json";
import { loadLanguage } from "../lib/speech.svelte";
import Help from "./Help.svelte";

vi.mock("../boards", () => ({
  termsOf: (game: string) => (game === "my_shelfie" ? ["groups"] : []),
  findKeys: (game: string) => (game === "my_shelfie" ? shelfie : codex),
}));
beforeAll(() => loadLanguage("en"));
const mounted: object[] = [];
afterEach(async () => {
  for (const one of mounted.splice(0)) await unmount(one);
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

function keysOf(game: string): string[] {
  const still = { cancel: () => undefined, finished: new Promise(() => undefined) };
  vi.spyOn(Element.prototype, "animate").mockReturnValue(still as unknown as Animation);
  mounted.push(mount(Help, { target: document.body, props: { game, close: () => undefined } }));
  flushSync();
  return [...document.querySelectorAll("kbd")].map((one) => one.textContent!);
}

test("the help lists the keys of the game that is played, and no others", async () => {
  const first = keysOf("my_shelfie");
  expect(first).toContain("R");
  expect(document.body.textContent).toContain("Glossary");
  expect(first).not.toContain("F");
  expect(first).not.toContain("N, P");
  for (const one of mounted.splice(0)) await unmount(one);
  document.body.innerHTML = "";
  const second = keysOf("codex_naturalis");
  expect(second).toContain("F");
  expect(document.body.textContent).not.toContain("Glossary");
  expect(second).not.toContain("R");
});
