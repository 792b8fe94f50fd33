import { expect, test, vi } from "vitest";
import { fill, loadGame, loadCommon, say } from "./words";

test("a counted word gets the form of its number", () => {
  const sentence = "{n, plural, one {# tile} other {# tiles}} for {who}";
  expect(fill(sentence, { n: 1, who: "Ada" }, "en")).toBe("1 tile for Ada");
  expect(fill(sentence, { n: 0, who: "Ada" }, "de")).toBe("0 tiles for Ada");
});

test("the first catalogue that has a key says it, and a missing one is shown", () => {
  expect(say([{ a: "1" }, { a: "2", b: "3" }], "en", "a")).toBe("1");
  expect(say([{ a: "1" }, { a: "2", b: "3" }], "en", "b")).toBe("3");
  expect(say([{}], "en", "page.nothing")).toBe("⟦page.nothing⟧");
});

test("values are put in as they are", () => {
  expect(fill("{name} wins", { name: "{name} & <b>" }, "it")).toBe("{name} & <b> wins");
});

test("common and game catalogues are found by their place", async () => {
  expect(await loadCommon("de")).toHaveProperty("points");
  expect(await loadGame("my_shelfie", "it")).toHaveProperty("name");
});

test("the server is asked for the words of a game that did not come with the page", async () => {
  const answer = { words: { name: "Pig" }, rules: "# Pig" };
  const asked = vi.fn().mockResolvedValue({ ok: true, json: () => Promise.resolve(answer) });
  vi.stubGlobal("fetch", asked);
  expect(await loadGame("pig", "it")).toEqual({ name: "Pig" });
  expect(asked).toHaveBeenCalledExactlyOnceWith("/api/games/pig/text/it");
  asked.mockRejectedValue(new TypeError("offline"));
  expect(await loadGame("pig", "it")).toEqual({});
  vi.unstubAllGlobals();
});
