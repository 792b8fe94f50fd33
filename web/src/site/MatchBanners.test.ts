// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Match } from "../lib/match.svelte";
import type { Socket } from "../lib/socket";
import { loadLanguage } from "../lib/speech.svelte";
import type { Snapshot } from "../protocol/messages";
import MatchBanners from "./MatchBanners.svelte";

vi.mock("../lib/session.svelte", () => ({ session: { now: () => 1000, isAway: false } }));

const mounted: object[] = [];
beforeAll(() => loadLanguage("en"));
afterEach(async () => {
  for (const one of mounted.splice(0)) await unmount(one);
  document.body.innerHTML = "";
});

const ask = vi.fn().mockResolvedValue({ type: "done" });
const socket = { ask, heard: () => undefined } as unknown as Socket;

function lay(seat: number | null, table: object): string {
  const match = new Match("abcd", socket, () => undefined);
  const setting = { game: "g", leaving: "bot", spectator_delay: 30 };
  const seats = [
    { seat: 0, kind: "person", name: "Ada", away: false },
    { seat: 1, kind: "bot", name: "bot:easy" },
  ];
  const whole = {
    match: "abcd",
    seats,
    setting,
    proposals: [],
    alone: null,
    alone_wins_at: null,
    alone_choice: null,
    ...table,
  };
  match.take({
    type: "snapshot",
    table: whole,
    seat,
    happened: [],
    chat: [],
  } as unknown as Snapshot);
  mounted.push(mount(MatchBanners, { target: document.body, props: { match } }));
  flushSync();
  return document.body.textContent;
}
const button = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent.includes(name))!;

test("the last one may choose the win before the countdown is over, and sees what will happen", () => {
  const alone = { alone: 0, alone_wins_at: 1042 };
  expect(lay(0, alone)).toContain("bots take over in 0:42");
  button("Claim the win").click();
  expect(ask).toHaveBeenCalledWith({ type: "alone_choice", match: "abcd", choice: "win" });
});

test("the choice of the last one is shown", () => {
  const text = lay(0, { alone: 0, alone_wins_at: 1042, alone_choice: "win" });
  expect(text).toContain("You win in 0:42");
  expect(button("Claim the win").getAttribute("aria-pressed")).toBe("true");
  expect(button("Wait").getAttribute("aria-pressed")).toBe("false");
});

test("what one has agreed to may be withdrawn, but not by who has given up since", () => {
  const proposal = { matter: "undo", by: 0, agreed: [0], needed: [0, 2] };
  expect(lay(0, { proposals: [proposal] })).toContain("Withdraw");
  document.body.innerHTML = "";
  const text = lay(0, { proposals: [{ ...proposal, needed: [2] }] });
  expect(text).toContain("Ada");
  expect(document.querySelector("button")).toBeNull();
});

test("who sees everything later is told so", () => {
  expect(lay(null, {})).toContain("You’re watching with a delay of 30 s.");
  document.body.innerHTML = "";
  expect(lay(0, {})).not.toContain("later");
});
