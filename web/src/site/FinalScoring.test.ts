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

test("whoever looks at the result is asked whether the end is taken back, and may let it stand", async () => {
  const ask = vi.fn().mockResolvedValue({ type: "done" });
  const match = new Match("abcd", { ask, heard: () => undefined } as unknown as Socket, () => undefined);
  const seats = ["Ada", "Bo"].map((name, seat) => ({ seat, kind: "person", name, away: false }));
  const proposals = [{ matter: "reverse", by: 1, agreed: [1], needed: [0, 1] }];
  const table = { match: "abcd", status: "over", seats, setting: { game: "g" }, proposals, rematch: null };
  const ending = { how: "alone", seat: 0, winners: [0], scores: [{ total: 3 }, { total: null }], steps: [], seed: null, reversible_until: 2000 };
  match.take({ type: "snapshot", table, seat: 0, happened: [], chat: [], ending } as unknown as Snapshot);
  const props = { match, ending: ending as unknown as Ending, close: () => undefined };
  const part = mount(FinalScoring, { target: document.body, props });
  flushSync();
  expect(document.body.textContent).toContain("Bo asks to take back the end.");
  button("Yes").click();
  expect(ask).toHaveBeenCalledWith({ type: "agree", match: "abcd", matter: "reverse", agree: true });
  button("Leave it ended").click();
  expect(ask).toHaveBeenLastCalledWith({ type: "propose", match: "abcd", matter: "end" });
  await unmount(part);
});
