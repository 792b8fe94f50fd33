/** Unit tests stand beside their sources; those that need a document say so in their first line. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { define } from "./version.ts";

export default defineConfig({
  plugins: [svelte()],
  define,
  resolve: { conditions: ["browser"] },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 1, // a second one makes all its documents and modules once more, and takes longer
    isolate: false, // a fresh worker for each file takes longer than the tests in it
    // A part that goes while it still moves cancels its animation: browsers then say so in a way that Svelte
    // knows, happy-dom in another, which Svelte takes for a fault.
    onUnhandledError: ({ name, message }) =>
      !(name === "AbortError" && message === "The animation was canceled."),
  },
});
