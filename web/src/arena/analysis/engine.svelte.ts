/** An agent that thinks along: about the position we look at, and about every position of the game. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameGraph, Judged, ThinkRequest, Thought } from "../../contract";
import { connection } from "../socket";
import { keep, kept } from "../ui/preferences.svelte";
import { moments, type Played } from "./accuracy";
import { valuesOf } from "./marks";
import { movesTo } from "./tree";
import { words, type Study } from "./study.svelte";

/** How long one stays at a position before it is thought about, in milliseconds. */
const STAY_MS = 150;

/** A position of a study, of which several may be opened one after the other. */
type Place = Pick<Study, "at" | "age">;

function isSame(one: Place, other: Place): boolean {
  return one.at === other.at && one.age === other.age;
}

export class Engine {
  agent = $state("champion");
  lines = $state(Number(kept("lines")) || 3);
  /** How long it thinks, in seconds. */
  seconds = $state(60);
  on = $state(false);
  /** What was last thought, and where; nothing of it holds anywhere else. */
  private last = $state.raw<{ readonly place: Place; readonly thought: Thought }>();
  trouble = $state<string>();
  /** How much of the game is judged, from 0 to 1; undefined when nothing is being judged. */
  judging = $state<number>();
  judged = $state(false);
  /** The nodes of the game that is judged, and what is known of them: what is thought about one of them later changes
   * nothing, so that everybody sees the same review. */
  graphed = $state.raw<readonly number[]>([]);
  private values = $state.raw<readonly (Judged | null)[]>([]);
  readonly reviewed = $derived.by((): Played[] =>
    this.graphed.map((id, ply) => ({
      worth: this.values[ply] ?? undefined,
      mover: this.study.known.get(id)?.toMove,
      move: this.study.tree.get(this.graphed[ply + 1] ?? -1)?.move,
    })),
  );
  /** The moves of that game with which the evaluation turned. */
  readonly moments = $derived.by(() => moments(this.reviewed));

  /** What is thought about, and what its reports are tagged with. */
  private place: Place | undefined;
  private tag = "";
  private graphTag = "";
  private count = 0;
  /** Whether the connection to the server is open; whatever is wanted while it is not is asked for when it is. */
  private open = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly study: Study;

  constructor(study: Study) {
    this.study = study;
  }

  /** What was thought about the position that we look at. */
  get thought(): Thought | undefined {
    return this.last && isSame(this.last.place, this.study) ? this.last.thought : undefined;
  }

  /** Listens until the returned function is called. */
  listen(): () => void {
    const server = connection();
    const ends = [
      server.watch<Thought>("think", (thought) => this.hear(thought)),
      server.watch<GameGraph>("graph", (course) => this.draw(course)),
      // What was asked over a connection that broke is not answered any more.
      server.onState((open) => {
        this.open = open;
        if (open && this.on) this.think();
        if (open && this.judging !== undefined) void this.graph();
      }),
    ];
    return () => {
      clearTimeout(this.timer);
      for (const end of ends) end();
      this.stop();
      this.stopGraph();
    };
  }

  /** Begins to think about where we are, once we stay there. */
  think(): void {
    clearTimeout(this.timer);
    this.on = true;
    this.place = { at: this.study.at, age: this.study.age };
    this.tag = `${this.study.at}-${(this.count += 1)}`;
    this.last = undefined;
    this.timer = setTimeout(() => void this.ask(), STAY_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    if (this.on) connection().ask("stop").catch(() => undefined);
    this.on = false;
    this.tag = "";
  }

  /** Ends everything, and forgets what was thought. */
  reset(): void {
    this.stop();
    this.stopGraph();
    this.last = undefined;
    this.judged = false;
    [this.graphed, this.values] = [[], []];
  }

  setLines(lines: number): void {
    this.lines = lines;
    keep("lines", String(lines));
    if (this.on) this.think();
  }

  /** Judges every position of the line. */
  async graph(): Promise<void> {
    const { line, tree, base } = this.study;
    [this.graphed, this.values] = [line, []];
    this.graphTag = `graph-${(this.count += 1)}`;
    this.judging = 0;
    this.judged = false;
    this.trouble = undefined;
    if (!this.open) return;
    try {
      const moves = movesTo(tree, line.at(-1)!);
      const request: ThinkRequest = { ...base, moves, tag: this.graphTag };
      await connection().ask("graph", request);
    } catch (error) {
      if (!this.open) return;
      this.judging = undefined;
      this.trouble = words(error);
    }
  }

  stopGraph(): void {
    if (this.judging !== undefined) connection().ask("stop", { what: "graph" }).catch(() => undefined);
    this.judging = undefined;
    this.graphTag = "";
  }

  private async ask(): Promise<void> {
    const { base, moves } = this.study;
    const { agent, lines, tag } = this;
    const request: ThinkRequest = { ...base, moves, agent, lines, time: this.seconds * 1000, tag };
    this.trouble = undefined;
    if (!this.open) return;
    try {
      await connection().ask("think", request);
    } catch (error) {
      if (tag !== this.tag || !this.open) return;
      this.trouble = words(error);
      this.on = false;
    }
  }

  private hear(thought: Thought): void {
    // A report about an earlier position may still be on its way.
    if (thought.tag !== this.tag || !this.place || !isSame(this.place, this.study)) return;
    this.last = { place: this.place, thought };
    const best = thought.lines[0];
    const worth = thought.over ?? best;
    if (worth?.value === null || worth?.value === undefined) return;
    const { score, value, side, proven } = worth;
    const values = valuesOf(worth, this.study.board?.players.length ?? 0);
    this.study.judge([[this.place.at, { score, value, side, values, ...(proven && { proven }), best: best?.moves[0] ?? null }]]);
  }

  private draw({ tag, values, share, done }: GameGraph): void {
    if (tag !== this.graphTag) return;
    const found = values.flatMap((worth, ply): [number, Judged][] => {
      const id = this.graphed[ply];
      return worth && id !== undefined ? [[id, worth]] : [];
    });
    this.values = values;
    if (found.length > 0) this.study.judge(found);
    this.judging = done ? undefined : share;
    this.judged ||= done;
  }
}
