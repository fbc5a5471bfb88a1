/**
 * What boards and pieces are made of, as somebody has chosen for each game: a material of the board and a set of pieces.
 *
 * Every material and every set fits every game: materials are colours by what cells are (`materials.css`), sets are
 * drawings by kind. Pages on which nobody chooses, such as reports, show what each game has of its own.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** Materials of boards; each game has one of its own. */
export const MATERIALS = ["own", "wood", "slate", "paper"] as const;
/** Drawings of pieces: figures with light and shadow, the same flat, and letters on plates of the shape of their side. */
export const SETS = ["figures", "flat", "letters"] as const;

export type Material = (typeof MATERIALS)[number];
export type PieceSet = (typeof SETS)[number];

/** What a board and its pieces are made of. */
export interface Made {
  readonly material: Material;
  readonly set: PieceSet;
}

/** What all games are made of for which nothing else was chosen. */
export const EVERY_GAME = "*";

const OWN: Made = { material: "own", set: "figures" };
let chosen = $state.raw<Readonly<Record<string, Made>>>({});

/** Returns what the board of a game is made of. */
export function made(game: string): Made {
  return chosen[game] ?? chosen[EVERY_GAME] ?? OWN;
}

/** Returns all that was chosen, as `choices` reads it. */
export function written(): string {
  return JSON.stringify(chosen);
}

/** Chooses what the board of a game is made of, or those of all games. */
export function make(game: string, of: Made): void {
  chosen = game === EVERY_GAME ? { [EVERY_GAME]: of } : { ...chosen, [game]: of };
}

/** Chooses what was written; what cannot be read is left out. */
export function choose(text: string | null): void {
  chosen = choices(text);
}

function choices(text: string | null): Record<string, Made> {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(Object.entries(read).flatMap(([game, of]) => (isMade(of) ? [[game, of]] : [])));
  } catch {
    return {};
  }
}

function isMade(of: unknown): of is Made {
  const { material, set } = (of ?? {}) as Partial<Made>;
  return MATERIALS.some((one) => one === material) && SETS.some((one) => one === set);
}
