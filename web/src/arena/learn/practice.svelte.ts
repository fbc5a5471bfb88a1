/** A lesson as somebody tries it: the moves made, where they lead, and what is said about them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Lesson, Position, PositionRequest, ReplyAnswer, TryAnswer, TryRequest } from "../../contract";
import { frames, type Frame } from "../../film";
import { post } from "../api";
import { reached } from "./outline";

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

  private asked(moves: readonly string[]): PositionRequest {
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
      const request: TryRequest = { position: this.asked(this.moves), cells };
      const { refusal } = await post<TryAnswer>("/api/try", request);
      this.said = refusal?.words ?? "";
    } catch (error) {
      this.said = (error as Error).message;
    }
  }

  /** Has an agent answer. */
  async reply(): Promise<void> {
    this.busy = true;
    try {
      const { move } = await post<ReplyAnswer>("/api/reply", this.asked(this.moves));
      if (move !== null) await this.go([...this.moves, move]);
    } catch (error) {
      this.said = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
