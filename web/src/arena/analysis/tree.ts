/**
 * A game with its branches: every move knows the one before, and the moves that were tried after it, the first of
 * which goes on with the line.
 *
 * A tree is never changed: whatever is done to it makes another.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

export interface Node {
  readonly id: number;
  /** The node before; null for the first position. */
  readonly parent: number | null;
  /** The move that leads here; empty for the first position. */
  readonly move: string;
  readonly children: readonly number[];
  readonly comment: string | null;
  /** What the move took, in milliseconds. */
  readonly spent: number | null;
  /** What was left to whoever made it, in milliseconds. */
  readonly clock: number | null;
}

export type Tree = ReadonlyMap<number, Node>;

/** The first position. */
export const ROOT = 0;

/** What is known of the moves of a game besides the moves. */
export interface Notes {
  /** What is said before the first move. */
  readonly comment?: string | null | undefined;
  readonly comments?: readonly (string | null)[] | undefined;
  readonly spent?: readonly (number | null)[] | undefined;
  readonly clocks?: readonly (number | null)[] | undefined;
}

/** Makes a tree of one line. */
export function lineOf(moves: readonly string[], notes: Notes = {}): Tree {
  const tree = new Map<number, Node>();
  const last = moves.length;
  const root = { id: ROOT, parent: null, move: "", comment: notes.comment ?? null, spent: null, clock: null };
  tree.set(ROOT, { ...root, children: last > 0 ? [1] : [] });
  moves.forEach((move, at) => {
    const id = at + 1;
    const [comment, spent, clock] = [notes.comments?.[at] ?? null, notes.spent?.[at] ?? null, notes.clocks?.[at] ?? null];
    tree.set(id, { id, parent: at, move, children: id < last ? [id + 1] : [], comment, spent, clock });
  });
  return tree;
}

function node(tree: Tree, id: number): Node {
  const found = tree.get(id);
  if (!found) throw new Error(`there is no node ${id}`);
  return found;
}

/** Returns the nodes from the first position to one, both included. */
export function wayTo(tree: Tree, id: number): number[] {
  const way: number[] = [];
  for (let at: number | null = id; at !== null; at = node(tree, at).parent) way.push(at);
  return way.reverse();
}

/** Returns the moves that lead to a node. */
export function movesTo(tree: Tree, id: number): string[] {
  return wayTo(tree, id)
    .slice(1)
    .map((at) => node(tree, at).move);
}

/** Returns the nodes of the line through a node: the way there, and how it goes on. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = wayTo(tree, id);
  for (let next = node(tree, id).children[0]; next !== undefined; next = node(tree, next).children[0]) line.push(next);
  return line;
}

/** Plays a move after a node, as a node of a number that no other has; one that is there already is found again. */
export function play(tree: Tree, after: number, move: string, id = Math.max(...tree.keys()) + 1): [Tree, number] {
  const parent = node(tree, after);
  const known = parent.children.find((child) => node(tree, child).move === move);
  if (known !== undefined) return [tree, known];
  const next = new Map(tree);
  next.set(id, { id, parent: after, move, children: [], comment: null, spent: null, clock: null });
  next.set(after, { ...parent, children: [...parent.children, id] });
  return [next, id];
}

/** Removes a move and all that follows. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = node(tree, id);
  if (parent === null) return tree;
  const next = new Map(tree);
  const above = node(tree, parent);
  next.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  const gone = [id];
  for (let at = gone.pop(); at !== undefined; at = gone.pop()) {
    gone.push(...node(tree, at).children);
    next.delete(at);
  }
  return next;
}

/** Returns where the branch begins that a node is on; undefined on the main line. */
export function branchOf(tree: Tree, id: number): number | undefined {
  return wayTo(tree, id).findLast((at) => {
    const { parent } = node(tree, at);
    return parent !== null && node(tree, parent).children[0] !== at;
  });
}

/** Makes the branch that a node is on the line that it left. */
export function promote(tree: Tree, id: number): Tree {
  const first = branchOf(tree, id);
  if (first === undefined) return tree;
  const parent = node(tree, node(tree, first).parent!);
  const next = new Map(tree);
  next.set(parent.id, { ...parent, children: [first, ...parent.children.filter((child) => child !== first)] });
  return next;
}

/** A line as it is written: its moves, and after a move the branches that might have been played instead. */
export interface Written {
  /** The node that the line begins with. */
  readonly first: number;
  readonly moves: readonly { readonly node: Node; readonly instead: readonly Written[] }[];
}

/** Writes the line that begins with the children of a node. */
export function written(tree: Tree, after = ROOT): Written {
  const { children } = node(tree, after);
  return children[0] === undefined ? { first: after, moves: [] } : from(tree, children[0], children.slice(1));
}

function from(tree: Tree, first: number, others: readonly number[]): Written {
  const moves: { node: Node; instead: readonly Written[] }[] = [];
  let branches = others;
  for (let at: number | undefined = first; at !== undefined; ) {
    const here: Node = node(tree, at);
    moves.push({ node: here, instead: branches.map((branch) => from(tree, branch, [])) });
    branches = here.children.slice(1);
    at = here.children[0];
  }
  return { first, moves };
}
