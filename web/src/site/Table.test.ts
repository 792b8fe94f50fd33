// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Match } from "../lib/match.svelte";
import { RefusedError, type Socket } from "../lib/socket";
import { loadLanguage } from "../lib/speech.svelte";
import type { Refused } from "../protocol/messages";
import Table from "./Table.svelte";

const session = vi.hoisted(() => ({ isAway: false, match: null, visit: vi.fn() }));
vi.mock("../lib/session.svelte", () => ({ session }));
vi.mock("./MatchScreen.svelte", () => ({ default: () => undefined }));
vi.mock("./WaitingRoom.svelte", () => ({ default: () => undefined }));

let mounted: object;
beforeAll(() => loadLanguage("en"));
afterEach(() => unmount(mounted));

const enter = vi.fn<Socket["enter"]>();
const socket = { enter, heard: () => undefined } as unknown as Socket;
const refusal = (code: string, sentence: string): Refused => ({
  type: "refused",
  request: 1,
  code,
  sentence,
});

function lay(): () => string {
  const match = new Match("abcd", socket, () => undefined);
  void match.enter();
  session.visit.mockReturnValue(match);
  mounted = mount(Table, { target: document.body, props: { id: "abcd" } });
  return () => {
    flushSync();
    return document.body.textContent;
  };
}

test("a person who can't come in yet reads why, and that the table is missing only if it is", async () => {
  let refuse: (error: Error) => void = () => undefined;
  enter.mockReturnValue(new Promise((_, reject) => (refuse = reject)));
  const text = lay();
  expect(text()).toContain("One moment");
  enter.mock.lastCall![2]!(refusal("store_away", "Nothing can be saved just now."));
  expect(text()).toContain("Nothing can be saved just now.");
  expect(text()).not.toContain("One moment");
  expect(document.querySelector("h1")).toBeNull();
  refuse(new RefusedError(refusal("no_such_table", "There is no such table.")));
  await vi.waitFor(() => expect(text()).toContain("There is no such table."));
  expect(document.querySelector("h1")).not.toBeNull();
});
