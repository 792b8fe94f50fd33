import { expect, test } from "vitest";
import de from "../../../src/ludoteca/language/de.json";
import en from "../../../src/ludoteca/language/en.json";
import it from "../../../src/ludoteca/language/it.json";
import type { Say } from "../boards/contract";
import { formatTime } from "./time";
import { say } from "./words";

const english: Say = (key, values) => say([en], "en", key, values);

test("times are written as clocks show them", () => {
  expect(formatTime(84, english)).toBe("1:24");
  expect(formatTime(0.2, english)).toBe("0:01");
  expect(formatTime(-3, english)).toBe("0:00");
  expect(formatTime(3725, english)).toBe("1:02:05");
});

test("days and hours are named in the reader's language", () => {
  expect(formatTime(90_000, english)).toBe("1 d 1 h");
  expect(formatTime(90_000, (key, values) => say([it], "it", key, values))).toBe("1 g 1 h");
  expect(formatTime(90_000, (key, values) => say([de], "de", key, values))).toBe("1 T 1 Std.");
});
