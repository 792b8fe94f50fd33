// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { boardSizeOf, read, sizeOf, usual } from "./settings.svelte";

test("the language of the device is taken, else English", () => {
  expect(usual(["it-CH", "en"]).language).toBe("it");
  expect(usual(["fr", "de-AT"]).language).toBe("de");
  expect(usual(["fr"]).language).toBe("en");
});

test("what was kept comes back; what is damaged is left at its default", () => {
  const defaults = usual(["en"]);
  expect(read('{"theme": "dark", "signs": true}', defaults)).toMatchObject({
    theme: "dark",
    signs: true,
    confirm: true,
  });
  expect(read("{not json", defaults)).toEqual(defaults);
  expect(read('{"sound": "loud", "language": "xx", "more": 1}', defaults)).toEqual(defaults);
  expect(read("null", defaults)).toEqual(defaults);
  expect(read('{"playNow": null}', defaults)).toEqual(defaults);
});

test("sizes follow the breakpoints, and low screens are landscape", () => {
  expect(sizeOf(390, 844)).toBe("phone");
  expect(sizeOf(820, 1180)).toBe("tablet");
  expect(sizeOf(1440, 900)).toBe("desktop");
  expect(sizeOf(844, 390)).toBe("landscape");
  expect(boardSizeOf(820, 1180)).toBe("tablet");
  expect(boardSizeOf(1024, 768)).toBe("landscape");
  expect(boardSizeOf(360, 640)).toBe("phone");
});
