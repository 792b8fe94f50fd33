// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { say, toast } from "../lib/notices.svelte";
import Toasts from "./Toasts.svelte";

const mounted: object[] = [];
const still = { cancel: () => undefined, finished: new Promise(() => undefined) };
beforeEach(
  () => void vi.spyOn(Element.prototype, "animate").mockReturnValue(still as unknown as Animation),
);
afterEach(async () => {
  for (const one of mounted.splice(0)) await unmount(one);
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

function lay(): { root: HTMLElement; part: object } {
  const root = document.body.appendChild(document.createElement("div"));
  const part = mount(Toasts, { target: root });
  mounted.push(part);
  flushSync();
  return { root, part };
}
const log = (root: HTMLElement) =>
  [...root.querySelectorAll("[aria-live=polite] p")].map((one) => one.textContent);
const heard = (root: HTMLElement) => log(root).at(-1) ?? "";

test("a notice is seen, and a sentence heard, in the uppermost sheet and nowhere else", async () => {
  const page = lay();
  say("before");
  flushSync();
  const sheet = lay();
  expect(heard(sheet.root)).toBe("");
  toast("Done.");
  say("a step");
  flushSync();
  expect(page.root.querySelectorAll(".toast")).toHaveLength(0);
  expect(sheet.root.querySelector(".toast p")!.textContent).toBe("Done.");
  expect([heard(page.root), heard(sheet.root)]).toEqual(["before", "a step"]);
  await unmount(mounted.splice(mounted.indexOf(sheet.part), 1)[0]!);
  flushSync();
  expect(page.root.querySelector(".toast p")!.textContent).toBe("Done.");
  expect(heard(page.root)).toBe("before");
  say("after");
  flushSync();
  expect(heard(page.root)).toBe("after");
});

test("sentences said in one breath are all heard, in order, and the same one twice", () => {
  const page = lay();
  say("Bo placed 2 cats in column 1.");
  say("Your turn.");
  say("Your turn.");
  say("No.", true);
  flushSync();
  expect(log(page.root)).toEqual(["Bo placed 2 cats in column 1.", "Your turn.", "Your turn."]);
  expect(page.root.querySelector("[aria-live=assertive]")!.textContent).toBe("No.");
});
