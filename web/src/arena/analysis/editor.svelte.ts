/** A position that is being set up, piece by piece or as text. What is possible the server knows. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { PositionAnswer, SetupAnswer, SetupRequest } from "../../contract";
import type { Frame } from "../../film";
import type { Look } from "../../board/types";
import { post } from "../api";
import type { Draft } from "./shelf";
import { words } from "./study.svelte";

export class Editor {
  palette = $state.raw<readonly Look[]>([]);
  /** What stands on cells, by their places in the palette. */
  pieces = $state.raw<ReadonlyMap<number, number>>(new Map());
  turn = $state(0);
  /** What a touched cell gets; null empties it. */
  tool = $state<number | null>(0);
  text = $state("");
  problem = $state<string | null>(null);
  position = $state.raw<PositionAnswer | null>(null);
  /** Whether anything was changed here. */
  touched = $state(false);

  private count = 0;
  private readonly game: { readonly game: string; readonly options: string };

  constructor(game: { readonly game: string; readonly options: string }) {
    this.game = game;
  }

  readonly frame = $derived.by((): Frame => {
    const pieces = [...this.pieces].flatMap(([cell, kind]) => {
      const look = this.palette[kind];
      return look ? [{ cell, look }] : [];
    });
    return { pieces, lastMove: [], toMove: this.turn };
  });

  /** Begins with the position of a text, or with the first one of the game. */
  read(text = ""): Promise<void> {
    return this.ask(text.trim() ? { ...this.game, text: text.trim() } : this.game);
  }

  /** Puts the chosen piece on a cell; one that stands there already is taken away. */
  touch(cell: number): void {
    const next = new Map(this.pieces);
    if (this.tool === null || next.get(cell) === this.tool) next.delete(cell);
    else next.set(cell, this.tool);
    void this.place(next);
  }

  clear(): void {
    void this.place(new Map());
  }

  setTurn(turn: number): void {
    this.turn = turn;
    void this.place(this.pieces);
  }

  /** Goes on with what was set up before. */
  resume({ pieces, turn }: Draft): void {
    this.turn = turn;
    void this.place(new Map(pieces));
  }

  private place(pieces: ReadonlyMap<number, number>): Promise<void> {
    this.touched = true;
    // The board shows at once what was done; the server says later what it thinks of that.
    this.pieces = pieces;
    return this.ask({ ...this.game, pieces: [...pieces], turn: this.turn });
  }

  private async ask(request: SetupRequest): Promise<void> {
    const count = (this.count += 1);
    try {
      const answer = await post<SetupAnswer>("/api/setup", request);
      if (count !== this.count) return;
      this.palette = answer.palette;
      this.pieces = new Map(answer.pieces);
      this.turn = answer.turn;
      this.text = answer.text;
      this.problem = answer.problem;
      this.position = answer.position;
    } catch (error) {
      if (count !== this.count) return;
      this.problem = words(error);
      this.position = null;
    }
  }
}
