/** Reads the rules of a game: simple Markdown with headings, paragraphs, lists and fenced pictures. */

import type { PictureOfRules } from "../boards/contract";
import type { Language } from "./words";

export interface Block {
  /** A picture is drawn in letters, or has an address and its text says what it shows. */
  kind: "text" | "item" | "picture";
  text: string;
  address?: string;
}

export interface Chapter {
  id: string;
  title: string;
  blocks: Block[];
}

const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The text before the first second-level heading is the opening chapter, under the title. */
export function parseChapters(markdown: string): Chapter[] {
  const chapters: Chapter[] = [];
  let fence: string[] | null = null;
  let open = false;
  for (const line of markdown.split("\n")) {
    const blocks = chapters.at(-1)?.blocks ?? [];
    if (line.startsWith("```")) {
      if (fence) blocks.push({ kind: "picture", text: fence.join("\n") });
      fence = fence ? null : [];
      open = false;
    } else if (fence) fence.push(line);
    else if (/^##? /.test(line)) {
      const title = line.replace(/^#+ /, "");
      chapters.push({ id: idOf(title), title, blocks: [] });
      open = false;
    } else if (!line.trim()) open = false;
    else if (line.startsWith("- ")) {
      blocks.push({ kind: "item", text: line.slice(2) });
      open = true;
    } else if (open) blocks.at(-1)!.text += ` ${line.trim()}`;
    else {
      blocks.push({ kind: "text", text: line.trim() });
      open = true;
    }
  }
  return chapters;
}

/** The same chapters with pictures in the place of drawings in letters, and at the end of chapters. */
export function illustrate(
  chapters: Chapter[],
  pictures: (PictureOfRules & { address: string })[],
  language: Language,
): Chapter[] {
  let drawings = 0;
  const blockOf = (found: (typeof pictures)[number] | undefined): Block[] =>
    found ? [{ kind: "picture", text: found[language] ?? "", address: found.address }] : [];
  return chapters.map((chapter, index) => ({
    ...chapter,
    blocks: [
      ...chapter.blocks.map((block) => {
        if (block.kind !== "picture") return block;
        drawings += 1;
        return blockOf(pictures.find(({ instead }) => instead === drawings))[0] ?? block;
      }),
      ...pictures.filter(({ below }) => below === index + 1).flatMap(blockOf),
    ],
  }));
}

/** The chapters in which a word occurs; all for an empty search. */
export const findChapters = (chapters: Chapter[], search: string) => {
  const word = search.trim().toLowerCase();
  return chapters.filter(({ title, blocks }) =>
    [title, ...blocks.map(({ text }) => text)].some((text) => text.toLowerCase().includes(word)),
  );
};
