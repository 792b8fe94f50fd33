/** Matches of a device where the browser keeps nothing: they last as long as the page, and that is told. */
import { afterEach, expect, test, vi } from "vitest";
import { Storage } from "./storage";

afterEach(() => vi.unstubAllGlobals());

/** A browser that refuses its database, as private windows of some do. */
function refuse(name: string): void {
  const open = () => {
    const asked: { onerror?: () => void; error: DOMException } = {
      error: new DOMException("", name),
    };
    queueMicrotask(() => asked.onerror?.());
    return asked;
  };
  vi.stubGlobal("indexedDB", { open });
}

test("in a private window everything works until the page is closed", async () => {
  refuse("InvalidStateError");
  const failed = vi.fn();
  const storage = new Storage(failed);
  expect(await storage.read("match/a/events")).toBeUndefined();
  await storage.write("match/a/events", "one");
  expect(failed).toHaveBeenCalledWith("InvalidStateError");
  expect(await storage.read("match/a/events")).toBe("one");
  await storage.remove("match/a/events");
  expect(await storage.read("match/a/events")).toBeUndefined();
});

test("without any database at all", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const failed = vi.fn();
  const storage = new Storage(failed);
  await storage.write("me", "Ada");
  expect(failed).toHaveBeenCalled();
  expect(await storage.read("me")).toBe("Ada");
  expect(await storage.keys()).toEqual([]);
});
