/** A result as a picture to share: the winner's board on the wall, the cat, and everybody's points. */
import { flushSync, mount, unmount } from "svelte";
import { findPortrait } from "../boards";
import type { Fields } from "../boards/contract";
import type { Happening } from "./protocol";

const WIDTH = 1200;
const HEIGHT = 630;
/** Where the wall ends: a plank on which everything stands. */
const PLANK = 540;
const RIGHT = 1140;
const COPIED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

export interface Result {
  game: string;
  view: Fields;
  history: Happening[];
  /** Whose board is shown. */
  winner: number;
  title: string;
  /** Everybody, the best first. */
  places: readonly { name: string; points: number; seat: number }[];
}

/** A text of the picture; it is drawn in the fonts of the page, which an SVG could not use. */
export interface Line {
  text: string;
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  soft?: boolean;
  end?: boolean;
}

const rowOf = (index: number) => 232 + index * 68;

/** Who won, everybody with their points, and where it was played. */
export function linesOf({ title, places }: Result): Line[] {
  const size = Math.min(52, Math.floor(1120 / Math.max(12, title.length)));
  return [
    { text: title, x: 590, y: 146, size, bold: true },
    ...places.flatMap(({ name, points }, index): Line[] => [
      { text: name, x: 650, y: rowOf(index), size: 34 },
      { text: String(points), x: RIGHT, y: rowOf(index), size: 44, bold: true, end: true },
    ]),
    { text: "ludoteca", x: RIGHT, y: 608, size: 26, bold: true, soft: true, end: true },
  ];
}

/** All of the picture but its texts, as SVG; `colour` knows the colours of the theme. */
export function layOut(result: Result, board: string, colour: (name: string) => string): string {
  const dots = result.places.map(
    ({ seat }, index) =>
      `<circle cx="612" cy="${rowOf(index) - 11}" r="20" fill="${colour(`--seat-${(seat % 4) + 1}`)}"/>`,
  );
  const stripes = Array.from(
    { length: 13 },
    (_, n) =>
      `<rect x="${n * 96}" width="48" height="${PLANK}" fill="${colour("--wall-stripe")}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour("--bg")}"/>
<rect width="${WIDTH}" height="${PLANK}" fill="${colour("--wall")}"/>${stripes.join("")}
<rect x="-3" y="${PLANK}" width="${WIDTH + 6}" height="22" fill="${colour("--wood")}" stroke="${colour("--wood-edge")}" stroke-width="3"/>
${board}${dots.join("")}</svg>`;
}

/** The names of the custom properties that a markup uses. */
export const variablesIn = (markup: string): string[] => [
  ...new Set([...markup.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1]!)),
];

/** The board as markup that needs no style sheet, with the shared drawings that it uses. */
async function boardOf({ game, view, history, winner }: Result, host: HTMLElement) {
  const Portrait = await findPortrait(game)?.();
  if (!Portrait) return "";
  const portrait = mount(Portrait, { target: host, props: { view, history, seat: winner } });
  flushSync();
  const defs = [...host.querySelectorAll<SVGElement>("defs")];
  const svg = host.querySelector<SVGElement>("svg[data-portrait]")!;
  const variables = variablesIn(host.innerHTML);
  const themed = getComputedStyle(host);
  for (const name of variables) svg.style.setProperty(name, themed.getPropertyValue(name));
  for (const one of host.querySelectorAll<SVGElement>("[data-portrait] [class], defs [class]")) {
    const style = getComputedStyle(one);
    for (const name of COPIED) one.setAttribute(name, style.getPropertyValue(name));
    for (const name of variables) {
      const value = style.getPropertyValue(name);
      if (value !== themed.getPropertyValue(name)) one.style.setProperty(name, value);
    }
  }
  svg.prepend(...defs);
  for (const [name, value] of Object.entries({ x: 50, y: 62, width: 500, height: PLANK - 62 }))
    svg.setAttribute(name, String(value));
  svg.setAttribute("preserveAspectRatio", "xMidYMax");
  const text = new XMLSerializer().serializeToString(svg);
  void unmount(portrait);
  return text;
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Draw the picture as PNG, in the colours of the theme. */
export async function drawPicture(result: Result): Promise<Blob> {
  const host = document.createElement("div");
  host.dataset.game = result.game;
  host.ariaHidden = "true";
  host.style.cssText = "position:fixed;left:-9999px;width:500px;height:500px";
  document.body.append(host);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  try {
    const theme = getComputedStyle(host);
    const colour = (name: string) => theme.getPropertyValue(name).trim();
    const drawn = layOut(result, await boardOf(result, host), colour);
    const wall = await load(`data:image/svg+xml,${encodeURIComponent(drawn)}`);
    const cat = await load("/cat-awake.svg");
    const pen = canvas.getContext("2d")!;
    pen.drawImage(wall, 0, 0);
    if (result.places.length < 4) pen.drawImage(cat, 770, PLANK - 102, 140, 109);
    const fonts = colour("--serif") || "serif";
    for (const { text, x, y, size, bold, soft, end } of linesOf(result)) {
      pen.font = `${bold ? 700 : 500} ${size}px ${fonts}`;
      pen.fillStyle = colour(soft ? "--soft" : "--ink");
      pen.textAlign = end ? "end" : "start";
      pen.fillText(text, x, y, end ? 200 : RIGHT - x - (bold ? 0 : 110));
    }
  } finally {
    host.remove();
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Share a picture where the device can, else save it. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
