/** Which puzzles somebody has solved, and how many in a row: kept by the browser. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { keep, kept } from "../ui/preferences.svelte";

interface Kept {
  /** The puzzles of each game that are solved, by their positions: an index may mean another one in a later version. */
  readonly solved: Readonly<Record<string, readonly string[]>>;
  /** How many were solved in a row without a mistake and without being shown the solution, and the most that ever were. */
  readonly streak: number;
  readonly best: number;
  /** The last day on which a puzzle of the day was solved, and on how many days in a row one was. */
  readonly day: number;
  readonly days: number;
}

const NAME = "puzzles";
const NOTHING: Kept = { solved: {}, streak: 0, best: 0, day: 0, days: 0 };

export function read(text: string | null): Kept {
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Kept> | null;
    const number = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : 0);
    const solved = Object.entries(found?.solved ?? {}).filter(([, list]) => Array.isArray(list));
    return {
      solved: Object.fromEntries(solved),
      streak: number(found?.streak),
      best: number(found?.best),
      day: number(found?.day),
      days: number(found?.days),
    };
  } catch {
    return NOTHING;
  }
}

/** A puzzle as it is remembered: short, and the same for the same position. */
export function mark(position: string): string {
  let hash = 0;
  for (const letter of position) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0;
  return (hash >>> 0).toString(36);
}

/** What is known after a puzzle is solved. */
export function after(known: Kept, game: string, position: string, clean: boolean, day: number | undefined): Kept {
  const before = known.solved[game] ?? [];
  const name = mark(position);
  const isNew = !before.includes(name);
  const solved = isNew ? { ...known.solved, [game]: [...before, name] } : known.solved;
  // What was solved before is practice.
  const streak = clean && isNew ? known.streak + 1 : known.streak;
  const next = { ...known, solved, streak, best: Math.max(known.best, streak) };
  if (day === undefined || day === known.day) return next;
  return { ...next, day, days: day === known.day + 1 ? known.days + 1 : 1 };
}

let known = $state.raw(read(kept(NAME)));

function set(next: Kept): void {
  known = next;
  keep(NAME, JSON.stringify(next));
}

export const progress = {
  get streak(): number {
    return known.streak;
  },
  get best(): number {
    return known.best;
  },
  /** On how many days in a row a puzzle of the day was solved, today or until yesterday. */
  days(today: number): number {
    return today - known.day <= 1 ? known.days : 0;
  },
  isSolved(game: string, position: string): boolean {
    return known.solved[game]?.includes(mark(position)) ?? false;
  },
  count(game: string): number {
    return known.solved[game]?.length ?? 0;
  },
  solve(game: string, position: string, clean: boolean, day: number | undefined): void {
    set(after(known, game, position, clean, day));
  },
  miss(): void {
    set({ ...known, streak: 0 });
  },
};
