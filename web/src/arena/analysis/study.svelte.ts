/** A game under study: its branches, where we are in it, and what the server says about each position. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board } from "../../board/types";
import type { Judged, PositionAnswer, PositionRequest, RecordRequest, TryAnswer, TryRequest } from "../../contract";
import { frames, type Frame } from "../../film";
import { post } from "../api";
import type { Editor } from "./editor.svelte";
import { grown, linesOf, nodeAt, type Lines } from "./lines";
import type { Content } from "./shelf";
import { branchOf, lineOf, lineThrough, movesTo, play, promote, remove, ROOT, wayTo, type Tree } from "./tree";
import { t } from "../../words";

/** How long one stays at a position before everything about it is asked for, in milliseconds. */
const STAY_MS = 90;

/** How many moves an analysis may have: as many as the server writes down. */
const MOVES_MAX = 10_000;

/** What begins a study: a game with its options, a position, moves; or a record. */
export type Source = PositionRequest;

/** What else is known when a study begins. */
export interface Beginning {
  /** Whether somebody has made it, so that it is worth keeping. */
  readonly made?: boolean;
  /** Where it was left, and what its positions were worth. */
  readonly left?: Pick<Content, "place" | "worths">;
}

export class Study {
  tree = $state.raw<Tree>(lineOf([]));
  at = $state(ROOT);
  /** The pictures of positions, by node. */
  known = $state.raw<ReadonlyMap<number, Frame>>(new Map());
  /** The numbers that are written before moves, by node. */
  numbers = $state.raw<ReadonlyMap<number, number | null>>(new Map());
  /** Everything about positions, by node. */
  answers = $state.raw<ReadonlyMap<number, PositionAnswer>>(new Map());
  /** What positions are worth, by node. */
  worths = $state.raw<ReadonlyMap<number, Judged>>(new Map());
  /** The first answer: the game, its board, who played. */
  first = $state.raw<PositionAnswer>();
  /** What went wrong, for people. */
  trouble = $state<string>();
  /** Counts the games that were opened here, so that late answers about others are known as such. */
  age = $state(0);
  /** The board that is being set up, while one is. */
  editor = $state.raw<Editor>();
  /** The tree that the study began with, and whether somebody has made it. */
  private begun = $state.raw<Tree>();
  private made = $state(false);

  /** The number of the next node: those of removed ones are not used again, as answers about them may come. */
  private next = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opening = 0;

  get board(): Board | undefined {
    return this.first?.board;
  }

  get answer(): PositionAnswer | undefined {
    return this.answers.get(this.at);
  }

  get frame(): Frame | undefined {
    return this.known.get(this.at);
  }

  /** The line through where we are, the first position included. */
  readonly line = $derived.by(() => lineThrough(this.tree, this.at));
  /** Where in that line we are. */
  readonly ply = $derived.by(() => this.line.indexOf(this.at));
  readonly branch = $derived.by(() => branchOf(this.tree, this.at));
  readonly moves = $derived.by(() => movesTo(this.tree, this.at));

  /** What the server is told about a game that begins as this one. */
  get base(): { game: string; options: string; start?: string } {
    const { game = "", options = "", start } = this.first ?? {};
    return { game, options, ...(start ? { start } : {}) };
  }

  /** Whether there is something here that a person has made. */
  get changed(): boolean {
    const isGrown = this.begun !== undefined && this.tree !== this.begun;
    return this.made || isGrown || (this.editor?.touched ?? false);
  }

  /** Opens a game, a record at its beginning; returns whether nobody has opened another one meanwhile. */
  async open(source: Source, beginning: Beginning = {}): Promise<boolean> {
    const opening = (this.opening += 1);
    const answer = await post<PositionAnswer>("/api/position", source);
    if (opening !== this.opening) return false;
    this.begin(answer, beginning);
    return true;
  }

  /** Begins with what the server has said already. */
  begin(answer: PositionAnswer, { made = false, left }: Beginning = {}): void {
    clearTimeout(this.timer);
    this.opening += 1;
    this.age += 1;
    this.trouble = undefined;
    this.editor = undefined;
    this.first = answer;
    const { tree, nodes } = grown(lineOf(answer.moves, answer.record ?? {}), answer.record?.branches ?? []);
    [this.tree, this.begun, this.made] = [tree, tree, made];
    this.next = tree.size;
    this.known = new Map();
    this.answers = new Map();
    this.numbers = new Map(
      (answer.record?.branches ?? []).flatMap(({ numbers }, at) =>
        (nodes[at + 1] ?? []).map((id, index): [number, number | null] => [id, numbers?.[index] ?? null]),
      ),
    );
    const worths = (left?.worths ?? []).map(([line, moves, worth]): [number, Judged] => [nodeAt(nodes, [line, moves]), worth]);
    this.worths = new Map(worths);
    const last = answer.moves.length;
    this.learn(last, answer);
    this.at = ROOT;
    this.look(left ? nodeAt(nodes, left.place) : answer.record ? ROOT : last);
  }

  /** Returns all of it as it can be written down, and its lines. */
  sheet(): { sheet: RecordRequest; lines: Lines } {
    const lines = linesOf(this.tree);
    const [game, ...branches] = lines.lines;
    const { over = null, moves, record } = this.first ?? {};
    // How the game ended is known as long as it is that game.
    const isSame = moves?.length === game?.moves.length && moves?.every((move, at) => move === game?.moves[at]);
    const sheet = {
      ...written(game!),
      line: { ...this.base, moves: game?.moves ?? [] },
      names: record?.players ?? [],
      comment: this.tree.get(ROOT)?.comment ?? null,
      tags: record?.tags ?? [],
      over: isSame && over ? { result: over.result, reason: over.reason } : null,
      branches,
    };
    return { sheet, lines };
  }

  /** Returns the line through where we are, as it can be written down. */
  lineSheet(): RecordRequest {
    const nodes = this.line.slice(1).flatMap((id) => this.tree.get(id) ?? []);
    const { sheet } = this.sheet();
    const line = {
      moves: nodes.map(({ move }) => move),
      comments: nodes.map(({ comment }) => comment),
      spent: nodes.map(({ spent }) => spent),
      clocks: nodes.map(({ clock }) => clock),
    };
    return { ...sheet, ...written(line), over: null, line: { ...this.base, moves: line.moves }, branches: [] };
  }

  /** Goes to a position. */
  look(id: number): void {
    if (!this.tree.has(id)) return;
    this.at = id;
    clearTimeout(this.timer);
    if (this.answers.has(id)) return;
    // Whoever runs through a game sees its pictures; only where they stay all is asked for.
    if (this.known.has(id)) this.timer = setTimeout(() => void this.ask(id), STAY_MS);
    else void this.ask(id);
  }

  /** Goes to a position of the line by its number. */
  step(ply: number): void {
    const to = this.line[Math.max(0, Math.min(ply, this.line.length - 1))];
    if (to !== undefined) this.look(to);
  }

  /** Goes to the next branch that begins where we are, or where the line left another. */
  turn(by: number): void {
    const parent = this.tree.get(this.at)?.parent;
    const among = parent === null || parent === undefined ? [] : (this.tree.get(parent)?.children ?? []);
    const to = among[(among.indexOf(this.at) + by + among.length) % Math.max(among.length, 1)];
    if (to !== undefined) this.look(to);
  }

  /** Plays a move here: the next of the line, one of a branch, or a new one. */
  async play(move: string): Promise<void> {
    if (this.isFull(1)) return;
    const [tree, id] = play(this.tree, this.at, move, this.next++);
    this.tree = tree;
    clearTimeout(this.timer);
    if (this.known.has(id)) this.look(id);
    else await this.ask(id, true);
  }

  /** Plays several moves as a branch, and goes to the first of them. */
  async playAll(moves: readonly string[]): Promise<void> {
    if (this.isFull(moves.length)) return;
    let [tree, id] = [this.tree, this.at];
    let first: number | undefined;
    for (const move of moves) {
      [tree, id] = play(tree, id, move, this.next++);
      first ??= id;
    }
    this.tree = tree;
    await this.ask(id);
    if (first !== undefined && this.tree.has(first)) this.look(first);
  }

  /** Returns why cells touched in order are no legal move. */
  async why(cells: readonly number[]): Promise<string> {
    const request: TryRequest = { position: { ...this.base, moves: this.moves }, cells };
    try {
      return (await post<TryAnswer>("/api/try", request)).refusal?.words ?? "";
    } catch (error) {
      return words(error);
    }
  }

  /** Removes the move where we are, with all that follows, and goes to the one before. */
  removeHere(): void {
    const parent = this.tree.get(this.at)?.parent;
    if (parent === null || parent === undefined) return;
    this.tree = remove(this.tree, this.at);
    this.look(parent);
  }

  /** Makes the branch where we are the line that it left. */
  promoteHere(): void {
    this.tree = promote(this.tree, this.at);
  }

  /** Keeps what positions are worth. */
  judge(found: readonly (readonly [number, Judged])[]): void {
    const next = new Map(this.worths);
    for (const [id, worth] of found) if (this.tree.has(id)) next.set(id, worth);
    this.worths = next;
  }

  close(): void {
    clearTimeout(this.timer);
    this.age += 1;
  }

  private isFull(more: number): boolean {
    if (this.tree.size + more <= MOVES_MAX) return false;
    this.trouble = t.analysis.full(MOVES_MAX);
    return true;
  }

  private async ask(id: number, arrive = false): Promise<void> {
    const age = this.age;
    try {
      const answer = await post<PositionAnswer>("/api/position", { ...this.base, moves: movesTo(this.tree, id) });
      if (age !== this.age || !this.tree.has(id)) return;
      this.trouble = undefined;
      this.learn(id, answer);
      if (arrive) this.look(id);
    } catch (error) {
      if (age !== this.age) return;
      this.trouble = words(error);
      // A move that cannot be is not kept.
      if (!this.known.has(id) && this.tree.has(id)) this.tree = remove(this.tree, id);
    }
  }

  /** Takes from an answer everything about its position, and the pictures of all before. */
  private learn(id: number, answer: PositionAnswer): void {
    const pictures = frames(answer.film);
    const [known, numbers] = [new Map(this.known), new Map(this.numbers)];
    wayTo(this.tree, id).forEach((at, ply) => {
      const frame = pictures[ply];
      if (frame && !known.has(at)) known.set(at, frame);
      numbers.set(at, answer.numbers?.[ply - 1] ?? null);
    });
    [this.known, this.numbers] = [known, numbers];
    this.answers = new Map(this.answers).set(id, answer);
  }
}

/** Leaves out where a line is. */
function written({ comments, spent, clocks }: Omit<Lines["lines"][number], "line" | "ply" | "moves">): Pick<RecordRequest, "comments" | "spent" | "clocks"> {
  return { comments, spent, clocks };
}

/** Returns what an error says. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
