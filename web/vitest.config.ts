/** Unit tests stand beside their sources; those that need a document say so in their first line. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 2,
    isolate: false, // a fresh worker for each file takes longer than the tests in it
  },
});
