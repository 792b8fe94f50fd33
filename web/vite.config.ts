/** Builds the page into src/ludoteca/static; `npm run dev` serves it beside a running server. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { icons } from "./icons.ts";
import { define } from "./version.ts";

const server = process.env.LUDOTECA_SERVER ?? "http://127.0.0.1:8000";

/** Names the packages that the page is made of, in `.packages`: their licences must be listed. */
function packages(): Plugin {
  return {
    name: "packages",
    apply: "build",
    generateBundle() {
      const names = new Set<string>();
      for (const id of this.getModuleIds()) {
        const inside = id.split("node_modules/");
        const found = /^(@[^/]+\/)?[^/]+/.exec(inside.length > 1 ? inside.at(-1)! : "");
        if (found) names.add(found[0]);
      }
      const source = `${[...names].sort().join("\n")}\n`;
      this.emitFile({ type: "asset", fileName: ".packages", source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), packages(), icons()],
  define,
  build: {
    outDir: "../src/ludoteca/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // data: addresses are not allowed by the Content-Security-Policy
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", "service-worker": "src/app/service-worker.ts" },
      output: {
        // A service worker rules over what lies beside it, and keeps its name.
        entryFileNames: ({ name }) =>
          name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js",
        codeSplitting: {
          // Drawings are files of their own, so that it can be told what code weighs.
          groups: [
            {
              name: "TileSprite",
              test: /TileSprite\.svelte/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server },
      "/socket": { target: server, ws: true },
    },
  },
});
