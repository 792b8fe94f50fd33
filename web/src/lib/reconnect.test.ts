import { expect, test, vi } from "vitest";
import examples from "../protocol/reconnect.json";
import { afterClose, Bucket, pauseAfter, pauseBefore } from "./reconnect";

test.each(examples.pauseBefore)("before attempt %s (%s): %s s", (attempt, chance, seconds) => {
  expect(pauseBefore(attempt!, chance)).toBeCloseTo(seconds!);
});

test.each(examples.pauseAfter)("after a refusal for %s s (%s): %s s", (given, chance, seconds) => {
  expect(pauseAfter(given!, chance)).toBeCloseTo(seconds!);
});

test.each(examples.afterClose)("after close code %s: %s", (code, action) => {
  expect(afterClose(code as number)).toBe(action);
});

test("messages keep to the pace that the server has named", () => {
  vi.useFakeTimers({ now: 0 });
  const bucket = new Bucket();
  expect(bucket.wait).toBe(0);
  bucket.start({ a_second: 5, burst: 20 });
  for (let n = 0; n < 18; n++) {
    expect(bucket.wait).toBe(0);
    bucket.take();
  }
  expect(bucket.wait).toBeCloseTo(1 / 4.5);
  vi.setSystemTime(1000);
  expect(bucket.wait).toBe(0);
  bucket.empty();
  expect(bucket.wait).toBeCloseTo(1 / 4.5);
  vi.useRealTimers();
});
