/**
 * Draws the pictures of the rules for the documents from the board's own components:
 * `npm run pictures` writes them to docs/pictures, `npm run pictures -- FOLDER` elsewhere.
 */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const into = process.argv[2] ?? join(WEB, "..", "docs", "pictures");

const vite = await createServer({
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
async function studio(game, sprite) {
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

    /** Draw a component in a box. */
    async function draw(name, props, x, y, width, height) {
        const { head, body } = render(await load(name), { props });
        for (const [, style] of head.matchAll(/<style[^>]*>(.*?)<\/style>/gs))
            styles.add(style.replace(/\/\*.*?\*\//gs, "")); // no maps of sources, which name this folder
        const [, opening, rest] = plain(body)
            .trim()
            .match(/^<svg\b([^>]*)>(.*)$/s);
        const kept = opening.replace(/ (width|height|aria-hidden|focusable)="[^"]*"/g, "");
        return `<svg x="${x}" y="${y}" width="${width}" height="${height}"${kept}>${rest}`;
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
        return [...found.keys()]
            .sort()
            .map((id) => found.get(id))
            .join("\n");
    }

    /** Write a picture with all that it needs. */
    function write(name, width, height, parts) {
        const body = parts.join("\n");
        const rules = [...styles]
            .join("\n")
            .replace(/(?<=[{;])\s*(display|width|height|flex|position|inset):[^;}]*;?/g, "")
            .replace(/[^{}]*\{\s*\}/g, "");
        const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${rules}</style>
<defs>
${definitions(body)}
</defs>
${body}
</svg>
`;
        styles.clear();
        writeFileSync(
            join(into, `${game.replace("_", "-")}-${name}.svg`),
            colour(text).replace(/[ \t]+$/gm, ""),
        );
    }
    return { draw, write, palette };
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

async function myShelfie() {
    const { draw, write } = await studio("my_shelfie", "TileSprite");
    const tile = (letter, x, y, size, drawing = 1) =>
        draw("Tile", { letter, drawing, size }, x, y, size, size);
    const goals = JSON.parse(readFileSync(join(WEB, "src/boards/my_shelfie/goals.json"), "utf8"));
    const goal = (rows, x, matched = []) =>
        draw("GoalPicture", { rows, width: 160, matched }, x, 8, 160, 188);

    write(
        "tiles",
        456,
        76,
        await Promise.all(
            [..."CBGFTP"].map((letter, n) => tile(letter, 8 + 75 * n, 6, 64, (n % 3) + 1)),
        ),
    );

    const room = ["CT".padStart(3), "BPFG", " GB "].map((row) => row.padEnd(4));
    const free = new Set(["0,1", "0,2", "1,0", "1,3", "2,1", "2,2"]);
    const chosen = new Set(["0,1", "0,2"]);
    const parts = [`<rect width="336" height="256" rx="16" fill="var(--rug-field)"/>`];
    for (const [r, row] of room.entries())
        for (const [c, letter] of [...row].entries()) {
            const [x, y] = [12 + 78 * c, 12 + 78 * r];
            if (letter === " ") {
                parts.push(
                    `<rect x="${x + 3}" y="${y + 3}" width="70" height="70" rx="11" fill="var(--empty-cell)" stroke="var(--empty-line)"/>`,
                );
                continue;
            }
            const isFree = free.has(`${r},${c}`);
            parts.push(
                `<g${isFree ? "" : ' opacity=".45"'}>${await tile(letter, x, y, 76, ((r + c) % 3) + 1)}</g>`,
            );
            if (chosen.has(`${r},${c}`))
                parts.push(
                    `<rect x="${x + 1}" y="${y}" width="74" height="76" rx="13" fill="none" stroke="#1f7a4d" stroke-width="5"/>`,
                );
        }
    write("take", 336, 256, parts);

    for (const [id, rows] of Object.entries(goals))
        write(`goal-${id}`, 176, 204, [await goal(rows, 8)]);
    write("personal", 176, 204, [
        await goal(["P.F..", "....C", "...B.", ".G...", ".....", "..T.."], 8, [
            [0, 0],
            [3, 1],
            [5, 2],
        ]),
    ]);

    const shelf = [".....", "..B..", "G.BP.", "GGBPC", "GTTPC", "TTCCC"];
    const wood = [
        `<rect width="316" height="376" rx="12" fill="var(--shelf-back)" stroke="var(--shelf-wood)" stroke-width="8"/>`,
    ];
    for (const [r, row] of shelf.entries())
        for (const [c, letter] of [...row].entries())
            wood.push(
                letter === "."
                    ? `<rect x="${11 + 60 * c}" y="${11 + 60 * r}" width="54" height="54" rx="8" fill="rgb(0 0 0 / 14%)"/>`
                    : await tile(letter, 10 + 60 * c, 10 + 60 * r, 56, ((r * 2 + c) % 3) + 1),
            );
    write("groups", 316, 376, wood);
}

async function codexNaturalis() {
    const { draw, write } = await studio("codex_naturalis", "Sprite");
    const { cardBox } = await vite.ssrLoadModule("/src/boards/codex_naturalis/geometry.ts");
    const card = (id, side, x, y, width = 240) =>
        draw("CardFace", { card: id, side, width }, x, y, width, (width * 2) / 3);
    const objective = (id, x) => draw("ObjectiveFace", { objective: id, each: "" }, x, 8, 240, 160);

    write("cards", 760, 176, [
        await card(5, "front", 8, 8),
        await card(45, "front", 260, 8),
        await card(45, "back", 512, 8),
    ]);

    const lying = [
        [83, "front", 0, 0],
        [5, "back", 1, 1],
        [22, "front", 2, 0],
        [12, "front", 1, -1],
    ];
    const parts = [];
    for (const [id, side, x, y] of lying) {
        const box = cardBox(x, y, 240);
        parts.push(await card(id, side, box.left + 130, box.top + 204));
    }
    write("area", 636, 400, parts);

    write("points", 760, 176, [
        await card(8, "front", 8, 8),
        await card(41, "front", 260, 8),
        await card(44, "front", 512, 8),
    ]);
    const { objectives } = JSON.parse(
        readFileSync(join(WEB, "src/boards/codex_naturalis/cards.json"), "utf8"),
    );
    for (const { id } of objectives) write(`objective-${id}`, 256, 176, [await objective(id, 8)]);
}

await myShelfie();
await codexNaturalis();
await vite.close();
