// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { Match } from "../lib/match.svelte";
import type { Socket } from "../lib/socket";
import { settings } from "../lib/settings.svelte";
import { loadLanguage } from "../lib/speech.svelte";
import type { Snapshot } from "../protocol/messages";
import MatchMenu from "./MatchMenu.svelte";

vi.mock("../lib/session.svelte", () => ({ session: { now: () => 1000 } }));
vi.mock("../boards", () => ({ findRules: () => undefined, placeOf: () => 0 }));
beforeAll(() => loadLanguage("en"));

async function offered(resigned: boolean, others = "person"): Promise<string[]> {
  const match = new Match("abcd", { heard: () => undefined } as unknown as Socket, () => undefined);
  const seats = ["Ada", "Bo", "Cy"].map((name, seat) => ({
    seat,
    kind: seat ? others : "person",
    name,
    resigned: resigned && seat === 0,
  }));
  const table = {
    match: "abcd",
    status: "playing",
    seats,
    setting: { game: "g" },
    proposals: [],
    commitment: "ab",
  };
  const position = { ply: 3, movers: [0], view: {}, choices: {}, standing: [] };
  match.take({
    type: "snapshot",
    table,
    seat: 0,
    position,
    happened: [],
    chat: [],
  } as unknown as Snapshot);
  const nothing = () => undefined;
  const props = {
    match,
    plays: match.isMine,
    unread: false,
    undo: nothing,
    show: nothing,
    nextSeat: nothing,
    close: nothing,
  };
  const part = mount(MatchMenu, { target: document.body, props });
  flushSync();
  const found = [...document.querySelectorAll("button")].map((one) => one.textContent.trim());
  await unmount(part);
  return found;
}

test("a player who resigned decides nothing any more, but may talk", async () => {
  const acts = ["Hint", "Undo", "Propose a pause", "Propose ending the match", "Resign"];
  expect(await offered(false)).toEqual(expect.arrayContaining([...acts, "Chat"]));
  const left = await offered(true);
  expect(left).toContain("Chat");
  expect(left.filter((one) => acts.includes(one))).toEqual([]);
});

test("against bots alone nobody is asked or spoken to, and a button says what it does", async () => {
  settings.sound = true; // files of tests share a worker
  const alone = await offered(false, "bot");
  expect(alone).toEqual(expect.arrayContaining(["Hint", "Undo", "Resign", "Turn sound off"]));
  const company = ["Propose a pause", "Propose ending the match", "Chat"];
  expect(alone.filter((one) => company.includes(one))).toEqual([]);
  expect(document.body.textContent).not.toContain("Provably fair shuffle");
});
