/**
 * A tree as lines, as it is written down: the game first, then every branch after the line that it leaves.
 *
 * What is asked about a tree goes by nodes, what is kept of it by lines: nodes are numbered anew in every page.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Branch } from "../../contract";
import { ROOT, type Node, type Tree } from "./tree";

/** A place in lines: so many moves into a line. */
export type Place = readonly [line: number, moves: number];

/** A tree as lines, the game first, and the nodes of each line. */
export interface Lines {
  readonly lines: readonly Required<Omit<Branch, "numbers">>[];
  readonly nodes: readonly (readonly number[])[];
}

function node(tree: Tree, id: number): Node {
  return tree.get(id)!;
}

/** Writes a tree as lines. */
export function linesOf(tree: Tree): Lines {
  const nodes: number[][] = [];
  const begins: { line: number; ply: number; first: number | undefined }[] = [
    { line: 0, ply: 0, first: node(tree, ROOT).children[0] },
  ];
  const leave = (line: number, ply: number, id: number): void => {
    for (const first of node(tree, id).children.slice(1)) begins.push({ line, ply, first });
  };
  const lines = [];
  leave(0, 0, ROOT);
  // What leaves a line is put at the end of those that are still to be written.
  for (let number = 0; number < begins.length; number += 1) {
    const { line, ply, first } = begins[number]!;
    const own: number[] = [];
    for (let at = first; at !== undefined; at = node(tree, at).children[0]) {
      own.push(at);
      leave(number, ply + own.length, at);
    }
    const all = own.map((id) => node(tree, id));
    lines.push({
      line,
      ply,
      moves: all.map(({ move }) => move),
      comments: all.map(({ comment }) => comment),
      spent: all.map(({ spent }) => spent),
      clocks: all.map(({ clock }) => clock),
    });
    nodes.push(own);
  }
  return { lines, nodes };
}

/** Lets branches grow out of a tree of one line; returns the nodes of each line too. */
export function grown(line: Tree, branches: readonly Branch[]): { tree: Tree; nodes: readonly (readonly number[])[] } {
  const tree = new Map(line);
  const main = [...line.keys()].filter((id) => id !== ROOT);
  const lines: { ply: number; before: number | undefined; nodes: number[] }[] = [{ ply: 0, before: ROOT, nodes: main }];
  let next = Math.max(...line.keys()) + 1;
  for (const branch of branches) {
    const left = lines[branch.line];
    const count = branch.ply - (left?.ply ?? 0);
    const before = count === 0 ? left?.before : left?.nodes[count - 1];
    const nodes: number[] = [];
    // A branch that leaves no line keeps its place among them, and is empty.
    for (let at = before, index = 0; at !== undefined && index < branch.moves.length; index += 1) {
      const parent = tree.get(at)!;
      const move = branch.moves[index]!;
      const known: number | undefined = parent.children.find((child) => tree.get(child)?.move === move);
      const id: number = known ?? next++;
      if (known === undefined) {
        const [comment, spent, clock] = [branch.comments, branch.spent, branch.clocks].map((all) => all?.[index] ?? null);
        tree.set(id, { id, parent: at, move, children: [], comment, spent, clock } as Node);
        tree.set(at, { ...parent, children: [...parent.children, id] });
      }
      nodes.push(id);
      at = id;
    }
    lines.push({ ply: branch.ply, before, nodes });
  }
  return { tree, nodes: lines.map(({ nodes }) => nodes) };
}

/** Returns where a node is in lines. */
export function placeOf(nodes: readonly (readonly number[])[], id: number): Place {
  const line = nodes.findIndex((own) => own.includes(id));
  return line < 0 ? [0, 0] : [line, nodes[line]!.indexOf(id) + 1];
}

/** Returns the node at a place in lines; the first position when there is none. */
export function nodeAt(nodes: readonly (readonly number[])[], [line, moves]: Place): number {
  return nodes[line]?.[moves - 1] ?? ROOT;
}
