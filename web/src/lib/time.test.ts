import { expect, test } from "vitest";
import { formatTime } from "./time";

test("times are written as clocks show them", () => {
  expect(formatTime(84)).toBe("1:24");
  expect(formatTime(0.2)).toBe("0:01");
  expect(formatTime(-3)).toBe("0:00");
  expect(formatTime(3725)).toBe("1:02:05");
  expect(formatTime(90_000)).toBe("1 d 1 h");
});
