/**
 * The drawings of the pieces, by kind. A drawing fills a square of 100 units around its middle.
 *
 * All of them are our own. Jetan's insignia are those that Burroughs describes: feathers, propellers, and
 * diadems with ten jewels and with one. A kind without a drawing is shown by its letter.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** A part of a drawing. */
export interface Part {
  /** The data of an SVG path. */
  readonly d: string;
  /** What it is made of; the style sheet gives it its colours. */
  readonly as: "body" | "line" | "ink" | "jewel" | "flame" | "spark" | "ash" | "ember" | "mark";
  /** An SVG transformation. */
  readonly moved?: string;
  /** Whether it turns with the board, such as an arrow that points along it. */
  readonly turns?: boolean;
}

/** A drawing. */
export interface Glyph {
  readonly parts: readonly Part[];
  /** Of pieces that all look alike: the mark of each side. */
  readonly sides?: readonly (readonly Part[])[];
  /** Whether it stands on a plate in any case; statues only where there are more than two sides. */
  readonly base: "plate" | "statue" | "none";
  /** What stands for it among letters, if not the letter that comes with the piece. */
  readonly letter?: string;
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

const BLADE = "M0 31C-12 18-14-10 0-37C14-10 12 18 0 31z";
const QUILL = "M0 31V-24M0-6l-5-7M0-6l5-7M0 8l-6-8M0 8l6-8";

/** Returns a feather that leans by some degrees. */
function feather(lean: number, scale = 1): Part[] {
  const moved = `rotate(${lean} 0 34) translate(0 ${34 * (1 - scale)}) scale(${scale})`;
  return [
    { d: BLADE, as: "ink", moved },
    { d: QUILL, as: "line", moved },
  ];
}

function plate(...parts: readonly (Part | Part[])[]): Glyph {
  return { base: "plate", parts: parts.flat() };
}

function statue(...parts: readonly Part[]): Glyph {
  return { base: "statue", parts };
}

/** A chess piece, which people know by one letter, whoever owns it. */
function chess(letter: string, ...parts: readonly Part[]): Glyph {
  return { ...statue(...parts), letter };
}

const PROPELLER_BLADE = "M0-3C-17-11-16-35 0-38C16-35 17-11 0-3z";
const DIADEM = "M-36 22L-31-6-17-2-0-32 17-2 31-6 36 22Q0 13-36 22z";
const TIARA = "M-38 20Q-26 15-15 3Q-5-8 0-32Q5-8 15 3Q26 15 38 20Q0 11-38 20z";
const TEN_JEWELS = [
  [0, -17],
  [-6, -6],
  [6, -6],
  [-12, 4],
  [0, 4],
  [12, 4],
  [-25, 12],
  [-9, 13],
  [9, 13],
  [25, 12],
] as const;

const ROOK =
  "M-26-36h12v9h8v-9h12v9h8v-9h12V-14l-7 6 3 26 8 7v11h-60V25l8-7 3-26-7-6z";
const ROOK_LINES = "M-19-8h38M-22 18h44";
const ARROW_LEFT = "M-15 5l12-10v6.500h15v7h-15V15z";
const ARROW_RIGHT = "M15 5L3-5v6.500h-15v7H3V15z";

const KNIGHT =
  "M-23 36v-8c2-14 12-20 15-32-6 5-11 8-16 6-5-2-8-7-7-12 4-6 9-9 12-15 1-6 4-10 8-13l-1-10 11 7c19 1 29 17 29 38 0 12-3 20-3 31v8z";

/** The drawings there are. */
export const GLYPHS: Readonly<Record<string, Glyph>> = {
  // Jetan.
  panthan: plate(feather(0)),
  padwar: plate(feather(-19), feather(19)),
  dwar: plate(feather(-30, 0.95), feather(30, 0.95), feather(0, 1.05)),
  warrior: plate(
    feather(-27, 0.96),
    feather(27, 0.96),
    { d: "M-2.500-38h5v56h-5zM-10 18h20v5h-20zM-3 23h6v13h-6z", as: "jewel" },
  ),
  thoat: plate(
    feather(-15, 0.82),
    feather(15, 0.82),
    { d: "M-16 36C-42 26-43-8-27-29C-33 0-26 20-8 29zM16 36C42 26 43-8 27-29C33 0 26 20 8 29z", as: "ink" },
  ),
  flier: plate(
    { d: PROPELLER_BLADE, as: "ink" },
    { d: PROPELLER_BLADE, as: "ink", moved: "rotate(120)" },
    { d: PROPELLER_BLADE, as: "ink", moved: "rotate(240)" },
    { d: circle(0, 0, 7), as: "jewel" },
  ),
  chief: plate(
    { d: DIADEM, as: "ink" },
    { d: TEN_JEWELS.map(([x, y]) => circle(x, y, 3.4)).join(""), as: "jewel" },
    { d: "M-34 28Q0 19 34 28", as: "line" },
  ),
  princess: plate(
    { d: TIARA, as: "ink" },
    { d: circle(0, 0, 8.5), as: "jewel" },
    { d: "M-36 27Q0 18 36 27", as: "line" },
  ),

  // Chess pieces, of several games.
  pawn: chess("P", {
    d: "M0-34a14 14 0 0 1 8.500 25.100L14-6v5H8c1 14 5 20 16 27v10h-48V26C-13 19-9 13-8-1h-6v-5l5.500-2.900A14 14 0 0 1 0-34z",
    as: "body",
  }),
  knight: chess(
    "N",
    { d: KNIGHT, as: "body" },
    { d: "M8-33c11 6 15 19 14 36M1-24c9 5 12 13 11 22", as: "line" },
    { d: circle(-9, -23, 3), as: "ink" },
    { d: circle(-24, -7, 1.8), as: "ink" },
  ),
  bishop: chess(
    "B",
    {
      d: "M0-42c3 0 5 2 5 5 0 2-1 3-2 4 9 6 15 14 15 23 0 6-3 11-8 14l2 4v4h-4c1 8 5 12 14 15v9h-44v-9c9-3 13-7 14-15h-4v-4l2-4c-5-3-8-8-8-14 0-9 6-17 15-23-1-1-2-2-2-4 0-3 2-5 5-5z",
      as: "body",
    },
    { d: "M5-23l-9 14M-10 4h20", as: "line" },
  ),
  rook: chess("R", { d: ROOK, as: "body" }, { d: ROOK_LINES, as: "line" }),
  "left rook": statue(
    { d: ROOK, as: "body" },
    { d: ROOK_LINES, as: "line" },
    { d: ARROW_LEFT, as: "ink", turns: true },
  ),
  "right rook": statue(
    { d: ROOK, as: "body" },
    { d: ROOK_LINES, as: "line" },
    { d: ARROW_RIGHT, as: "ink", turns: true },
  ),
  queen: chess(
    "Q",
    {
      d: "M-20 18L-34-16-15-2-18-29-5-6 0-34 5-6 18-29 15-2 34-16 20 18c3 4 5 7 5 10v8h-50v-8c0-3 2-6 5-10z",
      as: "body",
    },
    {
      d: [circle(-34, -19, 4.5), circle(-18, -32, 4.5), circle(0, -37, 4.5), circle(18, -32, 4.5), circle(34, -19, 4.5)].join(""),
      as: "body",
    },
    { d: "M-20 20h40M-24 28h48", as: "line" },
  ),
  king: chess(
    "K",
    { d: "M-4-46h8v7h7v8H4v14h-8v-14h-7v-8h7z", as: "body" },
    {
      d: "M0-12C4-25 34-26 34-5c0 9-8 15-12 23 3 4 3 7 3 10v8h-50v-8c0-3 0-6 3-10-4-8-12-14-12-23C-34-26-4-25 0-12z",
      as: "body",
    },
    { d: "M0-12V8M-21 19c13-4 29-4 42 0M-24 28h48", as: "line" },
  ),

  // Joust and King's Court.
  burned: {
    base: "none",
    parts: [
      { d: "M-50-50h100v100h-100z", as: "ash" },
      { d: "M-50-50h100v100h-100z", as: "ember" },
      {
        d: "M-44 30l14-9 8 12 16-15 12 13 15-10 19 14M-42-30l14 8 10-14 9 11 12-9M20-36l8 13 14-7M-40 2l9-7 9 6M24 2l9 6 9-8",
        as: "line",
      },
      {
        d: "M0-40C4-24 24-16 25 8C26 28 14 38 0 38C-15 38-26 28-25 9C-24-2-18-8-14-16C-12-9-9-6-5-4C-9-18-5-30 0-40z",
        as: "flame",
      },
      { d: "M1-6C4 4 13 8 13 20C13 30 7 35 0 35C-8 35-13 30-13 21C-13 14-9 11-7 5C-5 9-3 11-1 12C-2 5-1-1 1-6z", as: "spark" },
    ],
  },
  piece: {
    base: "plate",
    parts: [{ d: circle(0, 0, 34), as: "line" }],
    sides: [
      [{ d: "M-20 16L-25-11-11-2 0-20 11-2 25-11 20 16z", as: "ink" }],
      [{ d: "M0-25L7-7 25 0 7 7 0 25-7 7-25 0-7-7z", as: "ink" }],
    ],
  },

  // A cell that could be touched.
  target: { base: "none", parts: [{ d: circle(0, 0, 14), as: "ink" }] },
};

/** The plates of the sides, told apart by their shape and not by colour alone. */
export const PLATES: readonly string[] = [
  circle(0, 0, 46),
  "M-20-46h40L46-20v40L20 46h-40L-46 20v-40z",
  "M-8-46Q0-51 8-46Q34-22 47 23Q49 33 39 36Q0 47-39 36Q-49 33-47 23Q-34-22-8-46z",
];

/** What distinguishes the feet of statues without a plate, side by side: nothing, or a lozenge. */
export const SIDE_MARKS: readonly (readonly Part[])[] = [[], [{ d: "M0 25.500l6 5.500-6 5.500-6-5.500z", as: "mark" }]];
