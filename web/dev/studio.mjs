/** Draws the board's own components outside a browser: for the documents and for Python. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

export const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");

export const vite = await createServer({
    root: WEB,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    cacheDir: "node_modules/.vite-pictures",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    plugins: [
        svelte({
            configFile: false,
            compilerOptions: { css: "injected", dev: false, cssHash: ({ name }) => `of-${name}` },
        }),
    ],
});
const { render } = await vite.ssrLoadModule("svelte/server");

/** The shared drawings of a game, its colours, and a way to draw its components. */
export async function studio(game, sprite) {
    const load = async (name) =>
        (await vite.ssrLoadModule(`/src/boards/${game}/${name}.svelte`)).default;
    const plain = (text) => text.replace(/<!--.*?-->/gs, "");
    const palette = Object.fromEntries(
        [
            ...readFileSync(join(WEB, `src/boards/${game}/palette.css`), "utf8")
                .split("}")[0]
                .matchAll(/(--[\w-]+):\s*([^;]+);/g),
        ].map(([, name, value]) => [name, value]),
    );
    const shared = plain(render(await load(sprite), { props: {} }).body);
    const styles = new Set();
    const colour = (text) =>
        text.replace(/var\((--[\w-]+)\)/g, (whole, name) => palette[name] ?? whole);

    /** Draw a component: its opening tag without place and size, and all after it. */
    async function component(name, props) {
        const { head, body } = render(await load(name), { props });
        for (const [, style] of head.matchAll(/<style[^>]*>(.*?)<\/style>/gs))
            styles.add(style.replace(/\/\*.*?\*\//gs, "")); // no maps of sources, which name this folder
        const [, opening, rest] = plain(body)
            .trim()
            .match(/^<svg\b([^>]*)>(.*)$/s);
        return [opening.replace(/ (width|height|aria-hidden|focusable)="[^"]*"/g, ""), rest];
    }

    /** Draw a component in a box. */
    async function draw(name, props, x, y, width, height) {
        const [kept, rest] = await component(name, props);
        return `<svg x="${x}" y="${y}" width="${width}" height="${height}"${kept}>${rest}`;
    }

    /** Take the style rules of all components drawn since the last time. */
    function rules() {
        const found = [...styles]
            .join("\n")
            .replace(/(?<=[{;])\s*(display|width|height|flex|position|inset):[^;}]*;?/g, "")
            .replace(/[^{}]*\{\s*\}/g, "");
        styles.clear();
        return found;
    }

    /** Find the shared drawings that a picture uses, and those that they use. */
    function definitions(text) {
        const found = new Map();
        const search = (part) => {
            for (const [, id] of part.matchAll(/(?:href="#|url\(#)([\w-]+)/g)) {
                if (found.has(id)) continue;
                const drawing = elementOf(shared, id);
                found.set(id, drawing);
                search(drawing);
            }
        };
        search(text);
        return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
    }

    /** Write a picture with all that it needs. */
    function picture(width, height, parts) {
        const body = parts.join("\n");
        const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${rules()}</style>
<defs>
${[...definitions(body).values()].join("\n")}
</defs>
${body}
</svg>
`;
        return colour(text).replace(/[ \t]+$/gm, "");
    }
    return { draw, picture, component, rules, definitions, colour, palette, shared };
}

/** Cut an element with its end out of a text, by its id. */
function elementOf(text, id) {
    const start = text.search(new RegExp(`<\\w+[^>]* id="${id}"`));
    if (start < 0) throw new Error(`there is no drawing ${id}`);
    const tag = text.slice(start + 1).match(/^\w+/)[0];
    const marks = new RegExp(`<${tag}\\b[^>]*?(/?)>|</${tag}>`, "g");
    marks.lastIndex = start;
    for (let depth = 0, mark; (mark = marks.exec(text));) {
        if (mark[0].startsWith("</")) depth -= 1;
        else if (!mark[1]) depth += 1;
        if (depth === 0) return text.slice(start, marks.lastIndex);
    }
    throw new Error(`the drawing ${id} has no end`);
}
