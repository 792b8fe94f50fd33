/** The empty board of a match that is about to come: who will sit at it. */
import { afterEach, expect, test, vi } from "vitest";
import { comingOf, findComing, namesOf } from "./coming";
import { Storage } from "./storage";

afterEach(() => vi.restoreAllMocks());

const words = (key: string) => key;

test("a match against bots, and one of people at this device", () => {
  const alone = comingOf({ game: "my_shelfie", seats: 2, bots: ["expert"] }, "Ada");
  expect(alone.seats.map(({ seat, kind, bot }) => [seat, kind, bot])).toEqual([
    [0, "person", null],
    [1, "bot", "expert"],
  ]);
  expect(namesOf(alone, words)).toEqual(["Ada", "Minerva"]);
  const many = comingOf({ game: "my_shelfie", seats: 3, here: ["Bo"], bots: ["easy"] }, "Ada");
  expect(namesOf(many, words)).toEqual(["Ada", "Bo", "Gustav"]);
});

test("a match that was kept is known before Python is there", async () => {
  const seats = [{ name: "bot:easy" }, { name: "Ada" }];
  const kept = { table: { setting: { game: "codex_naturalis" }, seats }, seats: [1] };
  const read = vi.spyOn(Storage.prototype, "read").mockResolvedValueOnce(JSON.stringify(kept));
  expect(await findComing("device-abc")).toEqual({ game: "codex_naturalis", seat: 1, seats });
  expect(read).toHaveBeenCalledWith("match/device-abc/summary");
  read.mockResolvedValueOnce(undefined);
  expect(await findComing("device-abc")).toBeNull();
});
