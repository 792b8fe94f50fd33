import { expect, test } from "vitest";
import { findChapters, parseChapters } from "./chapters";

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
    { id: "a-game", title: "A game", blocks: [{ kind: "text", text: "Take tiles and place them." }] },
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
  const titles = (search: string) => findChapters(parseChapters(page), search).map(({ title }) => title);
  expect(titles("")).toEqual(["A game", "Your turn"]);
  expect(titles(" ANOTHER ")).toEqual(["Your turn"]);
  expect(titles("dragon")).toEqual([]);
});
