// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { Match } from "../lib/match.svelte";
import type { Socket } from "../lib/socket";
import { loadLanguage } from "../lib/speech.svelte";
import type { Ending, Snapshot } from "../protocol/messages";
import FinalScoring from "./FinalScoring.svelte";

vi.mock("../lib/house.svelte", () => ({ house: { now: () => 1000, isAway: false, sound: () => undefined } }));
vi.mock("../boards", () => ({ findScoring: () => undefined, placeOf: () => 0 }));
beforeAll(() => loadLanguage("en"));

const button = (text: string) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text)!;

const ask = vi.fn().mockResolvedValue({ type: "done" });
const ENDING = { how: "rules", seat: null, winners: [0], scores: [{ total: 3 }, { total: 2 }], steps: [], seed: null, reversible_until: null };

/** Lay the result of a match before the person on the first seat. */
function lay(table: object, ending: object = {}) {
  const match = new Match("abcd", { ask, heard: () => undefined } as unknown as Socket, () => undefined);
  const seats = ["Ada", "Bo"].map((name, seat) => ({ seat, kind: "person", name, away: false }));
  const whole = { match: "abcd", status: "final", seats, setting: { game: "g" }, commitment: "5ea1", proposals: [], rematch: null, ...table };
  const ended = { ...ENDING, ...ending };
  match.take({ type: "snapshot", table: whole, seat: 0, happened: [], chat: [], ending: ended } as unknown as Snapshot);
  const props = { match, ending: ended as unknown as Ending, close: () => undefined };
  const part = mount(FinalScoring, { target: document.body, props });
  flushSync();
  return { match, part };
}

test("whoever looks at the result is asked whether the end is taken back, and may let it stand", async () => {
  const proposals = [{ matter: "reverse", by: 1, agreed: [1], needed: [0, 1] }];
  const { part } = lay({ status: "over", proposals }, { how: "alone", seat: 0, scores: [{ total: 3 }, { total: null }], reversible_until: 2000 });
  expect(document.body.textContent).toContain("Bo asks to take back the end.");
  expect(document.body.textContent).not.toContain("Seed of the dice");
  button("Yes").click();
  expect(ask).toHaveBeenCalledWith({ type: "agree", match: "abcd", matter: "reverse", agree: true });
  button("Leave it ended").click();
  expect(ask).toHaveBeenLastCalledWith({ type: "propose", match: "abcd", matter: "end" });
  await unmount(part);
});

test("the seed of the dice is shown beside its seal, to be copied and checked", async () => {
  const copied = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: copied } });
  const { part } = lay({}, { seed: "0f1e2d" });
  const text = (name: string) => document.querySelector(`[data-${name}]`)!.textContent;
  expect([text("seal"), text("seed")]).toEqual(["5ea1", "0f1e2d"]);
  expect(document.body.textContent).toContain("ludoteca verify FILE");
  document.querySelector<HTMLElement>('button[aria-label="Copy the seed"]')!.click();
  expect(copied).toHaveBeenCalledWith("0f1e2d");
  vi.unstubAllGlobals();
  await unmount(part);
});
