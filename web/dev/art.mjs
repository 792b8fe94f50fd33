/**
 * Writes the board's own drawings as data for Python, one file per game: `npm run art` writes them
 * to src/ludoteca/art, `npm run art -- FOLDER` elsewhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainArt } from "./plain.mjs";
import { studio, vite, WEB } from "./studio.mjs";

const into = process.argv[2] ?? join(WEB, "..", "src", "ludoteca", "art");
const GAMES = join(WEB, "..", "src", "ludoteca", "games");
const FONTS = {
    "--serif": '"Fraunces Variable", Georgia, serif',
    "--sans": "system-ui, sans-serif",
};

mkdirSync(into, { recursive: true });

/** Draw components by name, and write them with the drawings that they share. */
async function exported(game, sprite, wanted, shared = []) {
    const own = await studio(game, sprite);
    const parts = {};
    for (const [key, name, props] of wanted) {
        const [opening, rest] = await own.component(name, props);
        parts[key] = [opening, rest];
    }
    const font = (text) => text.replace(/var\((--s\w+)\)/g, (all, name) => FONTS[name] ?? all);
    const finished = (text) => font(own.colour(text)).replace(/\s*\n\s*/g, " ");
    const used =
        Object.values(parts).flat().join("") + shared.map((id) => `href="#${id}"`).join("");
    const drawn = plainArt(
        finished(own.rules()),
        new Map([...own.definitions(used)].map(([id, drawing]) => [id, finished(drawing)])),
        Object.entries(parts).map(([key, texts]) => [key, ...texts.map(finished)]),
    );
    const art = { palette: own.palette, ...drawn };
    writeFileSync(join(into, `${game}.json`), `${JSON.stringify(art, null, 1)}\n`);
}

async function myShelfie() {
    const goals = JSON.parse(readFileSync(join(WEB, "src/boards/my_shelfie/goals.json"), "utf8"));
    const personal = readFileSync(join(GAMES, "my_shelfie/data/personal_goals.txt"), "utf8")
        .replace(/^#.*$/gm, "")
        .trim()
        .split(/\n\s*\n/)
        .map((card) => card.split("\n"));
    await exported(
        "my_shelfie",
        "TileSprite",
        [
            ...Object.entries(goals).map(([id, rows]) => [
                `goal ${id}`,
                "GoalPicture",
                { rows, width: 160 },
            ]),
            ...personal.map(([id, ...rows]) => [
                `personal ${id}`,
                "GoalPicture",
                { rows, width: 160 },
            ]),
            ...[1, 2, 4, 6, 8].map((points) => [`token ${points}`, "Token", { points, size: 40 }]),
        ],
        [..."CBGFTP"].flatMap((letter) => [1, 2, 3].map((n) => `shelfie-tile-${letter}${n}`)),
    );
}

async function codexNaturalis() {
    const facts = JSON.parse(
        readFileSync(join(WEB, "src/boards/codex_naturalis/cards.json"), "utf8"),
    );
    const { KINGDOMS } = await vite.ssrLoadModule("/src/boards/codex_naturalis/kingdoms.ts");
    const face = (key, card, side) => [key, "CardFace", { card, side, width: 240 }];
    await exported("codex_naturalis", "Sprite", [
        ...facts.cards.flatMap(({ id }) =>
            ["front", "back"].map((side) => face(`card ${id} ${side}`, id, side)),
        ),
        ...["resource", "gold"].flatMap((kind) =>
            KINGDOMS.map((kingdom) => face(`back ${kind} ${kingdom}`, { kind, kingdom }, "back")),
        ),
        ...facts.objectives.map(({ id }) => [
            `objective ${id}`,
            "ObjectiveFace",
            { objective: id, each: "" },
        ]),
    ]);
}

await myShelfie();
await codexNaturalis();
await vite.close();
