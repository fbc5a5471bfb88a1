/** A lesson as somebody tries it: the moves made, where they lead, and what is said about them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { frames, type Frame } from "../../film";
import { post } from "../api";
import type { Position } from "../../contract";
import { reached } from "./outline";
import type { Lesson } from "./types";

export class Practice {
  position = $state.raw<Position>();
  frame = $state.raw<Frame>();
  moves = $state.raw<readonly string[]>([]);
  /** What the arbiter says about the last gesture, or what went wrong. */
  said = $state("");
  busy = $state(false);

  readonly done: boolean = $derived.by(() => reached(this.lesson, this.moves));

  constructor(
    private readonly game: string,
    private readonly lesson: Lesson,
  ) {}

  private asked(moves: readonly string[]): Readonly<Record<string, unknown>> {
    const { position } = this.lesson;
    return { game: this.game, moves, ...(position !== null && { start: position }) };
  }

  /** Goes to where these moves lead. */
  async go(moves: readonly string[]): Promise<void> {
    this.busy = true;
    try {
      const position = await post<Position>("/api/position", this.asked(moves));
      this.position = position;
      this.frame = frames(position.film).at(-1);
      this.moves = moves;
      this.said = "";
    } catch (error) {
      this.said = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Has the arbiter say what is wrong with touching these cells. */
  async explain(cells: readonly number[]): Promise<void> {
    try {
      const { why } = await post<{ why: string | null }>("/api/try", { ...this.asked(this.moves), cells });
      this.said = why ?? "";
    } catch (error) {
      this.said = (error as Error).message;
    }
  }

  /** Has an agent answer. */
  async reply(): Promise<void> {
    this.busy = true;
    try {
      const { move } = await post<{ move: string | null }>("/api/reply", this.asked(this.moves));
      if (move !== null) await this.go([...this.moves, move]);
    } catch (error) {
      this.said = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
