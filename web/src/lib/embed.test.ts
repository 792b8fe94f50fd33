// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { embedCode } from "./embed";
import { parseRoute } from "./router.svelte";

test("the code leads to the one address that may be framed, and its title stays a title", () => {
  const code = embedCode("https://play.example", "abcd", 'Ada & "Bo"');
  expect(code).toContain('src="https://play.example/embed/abcd"');
  expect(code).toContain("Ada &#38; &#34;Bo&#34;");
  expect(parseRoute("/embed/abcd", "?ply=7")).toEqual({
    screen: "embed",
    match: "abcd",
    ply: 7,
    seat: null,
    rate: false,
  });
  expect(parseRoute("/gallery")).toEqual({ screen: "gallery" });
});
