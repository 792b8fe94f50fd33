/** Drawings that are needed without the sprite of all tiles. */

/** A path with its fill, its stroke and the stroke's width; null for none, the width is 3. */
export type Path = readonly [d: string, fill: string | null, stroke?: string, width?: number];

const INK = "#3b2a26";

export const PICTURES: Record<"cat", readonly Path[]> = {
  cat: [
    [
      "M23 46 L26 19 L42 30 Q50 28 58 30 L74 19 L77 46 Q80 60 71 69 Q62 79 50 79 Q38 79 29 69 Q20 60 23 46Z",
      "#e8873a",
      INK,
    ],
    ["M30 26 L38.5 32 L30.5 40Z", "#ee9db4"],
    ["M70 26 L61.5 32 L69.5 40Z", "#ee9db4"],
    ["M50 56 Q36 56 34 67 Q39 77 50 77.4 Q61 77 66 67 Q64 56 50 56Z", "#fff6e2"],
    ["M50 31 V40 M43 33 V38 M57 33 V38", null, "#b4591d", 3.4],
    ["M33.9 51a4.6 5.8 0 1 0 9.2 0a4.6 5.8 0 1 0 -9.2 0z", INK],
    ["M56.9 51a4.6 5.8 0 1 0 9.2 0a4.6 5.8 0 1 0 -9.2 0z", INK],
    ["M38.4 49a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0z", "#fff"],
    ["M61.4 49a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0z", "#fff"],
    ["M45.5 59.5 H54.5 L50 64.5Z", INK],
    ["M50 64 V67 M50 67 Q45 72 41.5 68 M50 67 Q55 72 58.5 68", null, INK, 2.6],
    ["M28 61 L17 58 M28 66 L17 68 M72 61 L83 58 M72 66 L83 68", null, INK, 2.2],
  ],
};
