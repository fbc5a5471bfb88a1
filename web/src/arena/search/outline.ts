/** Trees that are shown as outlines: what is seen of them, and where keys lead. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { PlainValue, TreeNode } from "../../contract";

/** What every tree is made of: nodes in depth-first order. */
export interface Leading {
  readonly parent: number | null;
  readonly move: string | null;
}

/** A row of an outline. */
export interface Row {
  readonly index: number;
  /** From 1, for the root. */
  readonly level: number;
  readonly isParent: boolean;
  /** Where it stands among its siblings that are seen, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
}

/** Returns the rows that are seen: nodes up to a step of the growth whose ancestors are all open. */
export function rows(nodes: readonly Leading[], open: ReadonlySet<number>, until = nodes.length): Row[] {
  const levels: number[] = [];
  const seen: boolean[] = [];
  const counts = new Map<number | null, number>();
  const places: number[] = [];
  nodes.slice(0, until).forEach(({ parent }) => {
    levels.push(parent === null ? 1 : levels[parent]! + 1);
    seen.push(parent === null || (seen[parent]! && open.has(parent)));
    const place = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, place);
    places.push(place);
  });
  return levels.flatMap((level, index) =>
    seen[index]
      ? [{ index, level, isParent: counts.has(index), place: places[index]!, siblings: counts.get(nodes[index]!.parent)! }]
      : [],
  );
}

/** Returns the moves that lead from the root to a node. */
export function path(nodes: readonly Leading[], index: number): string[] {
  const moves: string[] = [];
  for (let at: number | null = index; at !== null; at = nodes[at]!.parent) {
    const { move } = nodes[at]!;
    if (move !== null) moves.unshift(move);
  }
  return moves;
}

/** Returns a node and all above it. */
export function lineage(nodes: readonly Leading[], index: number): number[] {
  const line: number[] = [];
  for (let at: number | null = index; at !== null; at = nodes[at]?.parent ?? null) line.push(at);
  return line;
}

/** Returns which nodes are open at first: those on the principal line. */
export function principal(nodes: readonly TreeNode[]): Set<number> {
  return new Set(nodes.flatMap((node, index) => (node.principal ? [index] : [])));
}

/** Returns whether a search is still at a node when it enters another one, `step`; past the last, it is at none. */
export function isOpen(nodes: readonly TreeNode[], index: number, step: number): boolean {
  const now = nodes[step];
  const node = nodes[index]!;
  return now !== undefined && node.at + node.nodes > now.at && (index !== step || node.nodes > 1);
}

/** Where a key leads in an outline: to a row, or to opening or closing one. */
export type Way = { readonly to: number } | { readonly open: number } | { readonly close: number };

/** Returns where a key leads from a row; undefined where it leads nowhere. */
export function way(key: string, seen: readonly Row[], nodes: readonly Leading[], open: ReadonlySet<number>, at: number): Way | undefined {
  const place = seen.findIndex(({ index }) => index === at);
  const to = (row: Row | undefined): Way | undefined => (row ? { to: row.index } : undefined);
  const row = seen[place];
  switch (key) {
    case "ArrowDown":
      return to(seen[place + 1]);
    case "ArrowUp":
      return to(seen[place - 1]);
    case "Home":
      return to(seen[0]);
    case "End":
      return to(seen.at(-1));
    case "ArrowRight":
      if (!row?.isParent) return undefined;
      return open.has(at) ? to(seen[place + 1]) : { open: at };
    case "ArrowLeft": {
      if (row?.isParent && open.has(at)) return { close: at };
      const parent = nodes[at]?.parent;
      return parent === null || parent === undefined ? undefined : { to: parent };
    }
    default:
      return undefined;
  }
}

/** What values are called. */
export interface ValueWords {
  readonly wins: (plies: number) => string;
  readonly loses: (plies: number) => string;
  readonly allLose: string;
}

/** Returns a value as text: `+12`, `wins in 3`. */
export function valueText(value: PlainValue, words: ValueWords): string {
  if (typeof value === "number") return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
  if (value === "all_lose") return words.allLose;
  return "wins_in" in value ? words.wins(value.wins_in) : words.loses(value.loses_in);
}
