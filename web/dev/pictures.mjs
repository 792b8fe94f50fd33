/**
 * Draws the pictures of the rules for the documents from the board's own components:
 * `npm run pictures` writes them to docs/pictures, `npm run pictures -- FOLDER` elsewhere.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { studio, vite, WEB } from "./studio.mjs";

const into = process.argv[2] ?? join(WEB, "..", "docs", "pictures");

/** A studio whose pictures go to the folder. */
async function writing(game, sprite) {
    const own = await studio(game, sprite);
    const write = (name, width, height, parts) =>
        writeFileSync(
            join(into, `${game.replace("_", "-")}-${name}.svg`),
            own.picture(width, height, parts),
        );
    return { ...own, write };
}

async function myShelfie() {
    const { draw, write } = await writing("my_shelfie", "TileSprite");
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
    const { draw, write } = await writing("codex_naturalis", "Sprite");
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
