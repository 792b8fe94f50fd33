// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../lib/speech.svelte";
import Settings from "./Settings.svelte";

const session = vi.hoisted(() => ({
  me: null as { name: string; kind: string } | null,
  offer: null,
}));
vi.mock("../lib/session.svelte", () => ({ session }));
vi.mock("../boards", () => ({ findScene: () => undefined }));
vi.mock("../parts/TopBar.svelte", () => ({ default: () => undefined }));
vi.mock("../parts/NameSheet.svelte", () => ({ default: () => undefined }));
vi.mock("./SettingsForm.svelte", () => ({ default: () => undefined }));
beforeAll(() => loadLanguage("en"));

test("who one is can be changed once that is known", async () => {
  for (const me of [null, { name: "Ada", kind: "guest" }, { name: "Ada", kind: "account" }]) {
    session.me = me;
    const settings = mount(Settings, { target: document.body });
    const change = [...document.querySelectorAll("button")].find(
      (one) => one.textContent?.trim() === "Change",
    );
    expect(change!.disabled).toBe(me === null);
    const titles = [...document.querySelectorAll("h2")].map((one) => one.textContent);
    expect(titles).toContain(me?.kind === "account" ? "Account" : "Your name");
    await unmount(settings);
  }
});
