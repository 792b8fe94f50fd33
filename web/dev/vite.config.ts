/** Serves the story page: boards fed by recorded frames, without a server. Never shipped. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [svelte({ configFile: "../svelte.config.js" })],
  publicDir: "../public",
  cacheDir: "../node_modules/.vite-stories",
  server: { port: 5199, fs: { allow: ["../.."] } },
});
