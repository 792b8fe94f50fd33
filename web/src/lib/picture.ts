/** A result as a picture to share: the winner's board on the wall, with everybody's points. */
import { flushSync, mount, unmount } from "svelte";
import { findThumbnail } from "../boards";
import type { Fields } from "../boards/contract";

const WIDTH = 1200;
const HEIGHT = 630;
/** Drawn as images, SVG can't use the fonts of the page. */
const SERIF = "Georgia, 'Times New Roman', serif";
const COPIED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"] as const;

export interface Result {
  game: string;
  view: Fields;
  /** Whose board is shown. */
  winner: number;
  title: string;
  /** Everybody, the best first. */
  places: readonly { name: string; points: number; seat: number }[];
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`).slice(0, 60);

/** The board as markup that needs no style sheet: all colours stand on the elements. */
async function boardOf({ game, view, winner }: Result): Promise<string> {
  const Board = await findThumbnail(game)?.();
  if (!Board) return "";
  const host = document.createElement("div");
  host.dataset.game = game;
  host.ariaHidden = "true";
  host.style.cssText = "position:fixed;left:-9999px;width:400px;height:400px";
  document.body.append(host);
  const board = mount(Board, { target: host, props: { view, seat: winner } });
  flushSync();
  const svg = host.querySelector("svg");
  for (const one of svg?.querySelectorAll<SVGElement>("*") ?? []) {
    const style = getComputedStyle(one);
    for (const name of COPIED) one.setAttribute(name, style.getPropertyValue(name));
  }
  svg?.setAttribute("x", "60");
  svg?.setAttribute("y", "93");
  svg?.setAttribute("width", "470");
  svg?.setAttribute("height", "470");
  const text = svg ? new XMLSerializer().serializeToString(svg) : "";
  void unmount(board);
  host.remove();
  return text;
}

/** The whole picture as SVG. */
export function layOut(result: Result, board: string): string {
  const colours = ["#2f6b4f", "#7a4fa0", "#c0562b", "#3e5c76"];
  const rows = result.places.map(
    ({ name, points, seat }, index) => `<g transform="translate(590 ${250 + index * 72})">
<circle cx="22" cy="-10" r="20" fill="${colours[seat % 4]}"/>
<text x="58" font-size="34" fill="#3b2a26">${escape(name)}</text>
<text x="530" font-size="44" font-weight="700" fill="#3b2a26" text-anchor="end">${points}</text></g>`,
  );
  const size = Math.min(52, Math.floor(1080 / Math.max(12, result.title.length)));
  const stripes = Array.from(
    { length: 13 },
    (_, n) => `<rect x="${n * 96}" width="48" height="${HEIGHT}" fill="#eedabb"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="${SERIF}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3e4ca"/>${stripes.join("")}
<rect y="540" width="${WIDTH}" height="22" fill="#d7a36c" stroke="#8a5a32" stroke-width="3"/>${board}
<text x="590" y="150" font-size="${size}" font-weight="700" fill="#3b2a26">${escape(result.title)}</text>
${rows.join("")}<text x="1140" y="608" font-size="26" font-weight="700" fill="#6b5850" text-anchor="end">ludoteca</text></svg>`;
}

/** Draw the picture as PNG. */
export async function drawPicture(result: Result): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(layOut(result, await boardOf(result)))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
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
