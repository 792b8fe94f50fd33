/** Builds the page into src/ludoteca/static; `npm run dev` serves it beside a running server. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.LUDOTECA_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/ludoteca/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: addresses are not allowed by the Content-Security-Policy
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server },
      "/socket": { target: server, ws: true },
    },
  },
});
