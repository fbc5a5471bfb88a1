/** Analyses as they are kept: trees as lines, and the shelf in the browser. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { describe, expect, it } from "vitest";
import { grown, linesOf, nodeAt, placeOf } from "../src/arena/analysis/lines";
import { all, LETTERS_MAX, put, putBack, read, remove, STUDIES_MAX, take, type Content, type Shelves } from "../src/arena/analysis/shelf";
import { lineOf, play, promote, ROOT, written, type Tree, type Written } from "../src/arena/analysis/tree";

function text(tree: Tree): string {
  const line = ({ moves }: Written): string =>
    moves.map(({ node, instead }) => [node.move, ...instead.map((one) => `(${line(one)})`)].join(" ")).join(" ");
  return line(written(tree));
}

function again(tree: Tree): Tree {
  const [game, ...branches] = linesOf(tree).lines;
  return grown(lineOf(game!.moves, game), branches).tree;
}

describe("lines", () => {
  it("hold every tree", () => {
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 0x7fffffff) % below;
    for (let round = 0; round < 200; round += 1) {
      let tree: Tree = lineOf(Array.from({ length: random(6) }, (_, at) => `m${at}`), { comments: ["first"], clocks: [5] });
      for (let count = random(30); count > 0; count -= 1) {
        const ids = [...tree.keys()];
        const at = ids[random(ids.length)]!;
        [tree] = play(tree, at, `x${random(5)}`);
        if (random(4) === 0) tree = promote(tree, at);
      }
      const back = again(tree);
      expect(text(back)).toBe(text(tree));
      expect(back.size).toBe(tree.size);
      const [one, other] = [linesOf(tree), linesOf(back)];
      expect(other.lines).toEqual(one.lines);
      // A place is the same place in both.
      for (const id of tree.keys()) {
        const place = placeOf(one.nodes, id);
        expect(nodeAt(one.nodes, place)).toBe(id);
        expect(back.get(nodeAt(other.nodes, place))?.move).toBe(tree.get(id)?.move);
      }
    }
  });

  it("leave out what leaves no line, and find a branch again that is the line itself", () => {
    const branches = [
      { line: 0, ply: 9, moves: ["lost"] },
      { line: 1, ply: 9, moves: ["lost"] },
      { line: 0, ply: 1, moves: ["b", "z"] },
      { line: 3, ply: 2, moves: ["y"] },
    ];
    const { tree, nodes } = grown(lineOf(["a", "b", "c"]), branches);
    expect(text(tree)).toBe("a b c (z) (y)");
    expect(nodes[1]).toEqual([]);
    expect(nodeAt(nodes, [7, 7])).toBe(ROOT);
  });

  it("may be long and many", () => {
    let tree: Tree = lineOf(Array.from({ length: 5000 }, (_, at) => `m${at}`));
    for (let at = 0; at < 300; at += 1) [tree] = play(tree, at * 10, "other", 5001 + at);
    expect(again(tree).size).toBe(5301);
  });
});

/** What a browser remembers, up to so many letters. */
class Memory implements Shelves {
  readonly texts = new Map<string, string>();
  constructor(private readonly max = Infinity) {}
  get length(): number {
    return this.texts.size;
  }
  key(at: number): string | null {
    return [...this.texts.keys()][at] ?? null;
  }
  getItem(name: string): string | null {
    return this.texts.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    const others = [...this.texts].filter(([each]) => each !== name);
    const size = others.reduce((sum, [, each]) => sum + each.length, value.length);
    if (size > this.max) throw new DOMException("full", "QuotaExceededError");
    this.texts.set(name, value);
  }
  removeItem(name: string): void {
    this.texts.delete(name);
  }
}

function content(move = "D1E3", comment = ""): Content {
  const line = { game: "joust", options: "", moves: [move] };
  return { title: "Joust", sheet: { line, names: [], comment, branches: [] }, place: [0, 1], worths: [], draft: null };
}

describe("the shelf", () => {
  it("keeps, finds and removes, and puts back", () => {
    const on = new Memory();
    const first = put(on, undefined, content(), 1)!;
    const second = put(on, undefined, content("D1C3"), 2)!;
    expect(all(on).map(({ id }) => id)).toEqual([second.id, first.id]);
    const later = put(on, first, content("D1B2"), 3)!;
    expect(later.id).toBe(first.id);
    expect(take(on, first.id)?.sheet.line.moves).toEqual(["D1B2"]);
    const gone = remove(on, first.id)!;
    expect(take(on, first.id)).toBeUndefined();
    putBack(on, first.id, gone);
    expect(all(on)).toHaveLength(2);
  });

  it("never lets one tab write over another", () => {
    const on = new Memory();
    const here = put(on, undefined, content("a"), 1)!;
    const there = put(on, here, content("b"), 2)!;
    expect(there.id).toBe(here.id);
    // The first tab still knows the stamp of before.
    const moved = put(on, here, content("c"), 3)!;
    expect(moved.id).not.toBe(here.id);
    expect(take(on, here.id)?.sheet.line.moves).toEqual(["b"]);
    expect(take(on, moved.id)?.sheet.line.moves).toEqual(["c"]);
    // What was deleted elsewhere and is still worked on is kept where it was.
    remove(on, moved.id);
    expect(put(on, moved, content("d"), 4)?.id).toBe(moved.id);
  });

  it("ignores what is damaged, and everything that is not its own", () => {
    const on = new Memory();
    const good = put(on, undefined, content(), 1)!;
    const whole = on.getItem(`study/${good.id}`)!;
    const wrong = ["", "{", "null", "[]", "7", '{"version":2}', whole.replace('"version":1', '"version":9')];
    const broken = ['"moves":[7]', '"moves":"x"'].map((moves) => whole.replace('"moves":["D1E3"]', moves));
    const more = [whole.replace('"place":[0,1]', '"place":"x"'), whole.replace('"draft":null', '"draft":{"turn":0,"pieces":[[1]]}')];
    [...wrong, ...broken, ...more, whole.replace('"branches":[]', '"branches":[{"line":-1}]')].forEach((damaged, at) => {
      on.setItem(`study/x${at}`, damaged);
      expect(read(damaged), damaged).toBeUndefined();
    });
    on.setItem("theme", "dark");
    expect(all(on).map(({ id }) => id)).toEqual([good.id]);
    expect(on.getItem("theme")).toBe("dark");
  });

  it("has bounds: the oldest go first, and what is damaged before them", () => {
    const on = new Memory();
    on.setItem("study/damaged", "{");
    const ids = Array.from({ length: STUDIES_MAX }, (_, at) => put(on, undefined, content(), at + 1)!.id);
    expect(take(on, ids[0]!)).toBeDefined();
    expect(on.getItem("study/damaged")).toBeNull();
    put(on, undefined, content(), 1000);
    expect(take(on, ids[0]!)).toBeUndefined();
    expect(all(on)).toHaveLength(STUDIES_MAX);
    const large = put(on, undefined, content("a", "x".repeat(LETTERS_MAX - 1000)), 2000)!;
    expect(all(on)[0]?.id).toBe(large.id);
    const letters = [...on.texts.values()].reduce((sum, each) => sum + each.length, 0);
    expect(letters).toBeLessThanOrEqual(LETTERS_MAX);
  });

  it("removes nothing in vain when the browser is full", () => {
    const on = new Memory(3000);
    const first = put(on, undefined, content("a"), 1)!;
    const second = put(on, undefined, content("b"), 2)!;
    expect(put(on, undefined, content("c", "x".repeat(5000)), 3)).toBeUndefined();
    expect(all(on).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(put(on, undefined, content("c", "x".repeat(2500)), 4)).toBeDefined();
    expect(take(on, first.id)).toBeUndefined();
    expect(put(undefined, undefined, content(), 1)).toBeUndefined();
  });
});
