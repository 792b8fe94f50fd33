import { expect, test } from "vitest";
import { findChapters, illustrate, parseChapters } from "./chapters";

const page = `# A game

Take tiles
and place them.

## Your turn

- One thing
  goes on.
- Another

\`\`\`
 [C][T]
 # no heading
\`\`\`
`;

test("headings make chapters, lines join into paragraphs and items, fences are pictures", () => {
  expect(parseChapters(page)).toEqual([
    {
      id: "a-game",
      title: "A game",
      blocks: [{ kind: "text", text: "Take tiles and place them." }],
    },
    {
      id: "your-turn",
      title: "Your turn",
      blocks: [
        { kind: "item", text: "One thing goes on." },
        { kind: "item", text: "Another" },
        { kind: "picture", text: " [C][T]\n # no heading" },
      ],
    },
  ]);
});

test("a search finds words in titles and texts, in any case", () => {
  const titles = (search: string) =>
    findChapters(parseChapters(page), search).map(({ title }) => title);
  expect(titles("")).toEqual(["A game", "Your turn"]);
  expect(titles(" ANOTHER ")).toEqual(["Your turn"]);
  expect(titles("dragon")).toEqual([]);
});

test("pictures stand for drawings in letters, or end a chapter, with words in the language", () => {
  const told = { en: "Two tiles.", it: "Due tessere.", de: "Zwei Stücke." };
  const [first, second] = illustrate(
    parseChapters(page),
    [
      { name: "line", instead: 1, address: "/line.svg", ...told },
      { name: "all", below: 1, address: "/all.svg", ...told },
    ],
    "it",
  );
  expect(first!.blocks.at(-1)).toEqual({
    kind: "picture",
    text: "Due tessere.",
    address: "/all.svg",
  });
  expect(second!.blocks.at(-1)).toEqual({
    kind: "picture",
    text: "Due tessere.",
    address: "/line.svg",
  });
  expect(second!.blocks).toHaveLength(3);
});
