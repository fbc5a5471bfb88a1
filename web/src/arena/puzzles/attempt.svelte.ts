/** A puzzle as somebody solves it: the moves made, the answers to them, and what became of them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Position, PositionRequest, PuzzleCard, PuzzleHint, PuzzleRequest, PuzzleVerdict, TryAnswer, TryRequest } from "../../contract";
import { frames, type Frame } from "../../film";
import { post } from "../api";

/** How long a move stays on the board before it is answered, in milliseconds. */
const ANSWER_MS = 450;

export class Attempt {
  position = $state.raw<Position>();
  frame = $state.raw<Frame>();
  moves = $state.raw<readonly string[]>([]);
  verdict = $state.raw<PuzzleVerdict>();
  /** The move that the verdict is about. */
  tried = $state("");
  /** Whether it is the first of the puzzle, where only the fastest win counts. */
  isFirst = $state(false);
  hint = $state.raw<PuzzleHint>();
  /** How much of the hint is told: where to look, or the move too. */
  told = $state<0 | 1 | 2>(0);
  /** What the arbiter says about cells that are no move, or what went wrong. */
  said = $state("");
  busy = $state(false);
  /** Whether a move was wrong or a move was shown. */
  spoilt = $state(false);
  readonly solved: boolean = $derived.by(() => this.verdict?.kind === "won");

  constructor(
    private readonly game: string,
    private readonly index: number,
    private readonly card: PuzzleCard,
    private readonly onend: (how: "solved" | "missed", clean: boolean) => void,
  ) {}

  private where(moves: readonly string[]): PositionRequest {
    return { game: this.game, start: this.card.position, moves };
  }

  private asked(moves: readonly string[]): PuzzleRequest {
    return { game: this.game, index: this.index, moves };
  }

  private async show(moves: readonly string[]): Promise<void> {
    const position = await post<Position>("/api/position", this.where(moves));
    this.position = position;
    this.frame = frames(position.film).at(-1);
    this.moves = moves;
  }

  private async doing(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.said = "";
    try {
      await what();
    } catch (error) {
      this.said = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Begins, or begins again. */
  async begin(): Promise<void> {
    await this.doing(async () => {
      this.verdict = undefined;
      this.forget();
      await this.show([]);
    });
  }

  /** Makes a move, has it judged, and shows what is answered. */
  async make(move: string): Promise<void> {
    await this.doing(async () => {
      const before = this.moves;
      const made = [...before, move];
      this.forget();
      this.verdict = undefined;
      await this.show(made);
      const verdict = await post<PuzzleVerdict>("/api/puzzles/try", this.asked(made)).catch(async (error: unknown) => {
        await this.show(before);
        throw error;
      });
      this.tried = move;
      this.isFirst = before.length === 0;
      this.verdict = verdict;
      const { kind, replies } = verdict;
      if (kind === "won") this.onend("solved", !this.spoilt);
      // Another win than the fastest is no mistake: the puzzle waits for the one that is asked for.
      if (kind === "slower" && this.isFirst) return;
      if (kind === "fails" || kind === "loses") this.miss();
      for (const [at] of replies.entries()) {
        await new Promise((done) => setTimeout(done, ANSWER_MS));
        await this.show([...made, ...replies.slice(0, at + 1)]);
      }
    });
  }

  /** Whether the last move is to be taken back before it goes on. */
  get astray(): boolean {
    const kind = this.verdict?.kind;
    return kind === "fails" || kind === "loses" || kind === "unknown" || (kind === "slower" && this.isFirst);
  }

  /** Goes back to before the move that was judged last. */
  async back(): Promise<void> {
    await this.doing(async () => {
      const answered = this.verdict?.kind === "slower" ? 0 : (this.verdict?.replies.length ?? 0);
      this.verdict = undefined;
      await this.show(this.moves.slice(0, this.moves.length - answered - 1));
    });
  }

  /** Tells where to look; asked again, the move. */
  async help(): Promise<void> {
    await this.doing(async () => {
      this.hint ??= await post<PuzzleHint>("/api/puzzles/hint", this.asked(this.moves));
      this.told = this.told === 0 && this.hint.cell !== null ? 1 : 2;
      if (this.told === 2) this.miss();
    });
  }

  /** Has the arbiter say what is wrong with touching these cells. */
  async explain(cells: readonly number[]): Promise<void> {
    await this.doing(async () => {
      const request: TryRequest = { position: this.where(this.moves), cells };
      const { refusal } = await post<TryAnswer>("/api/try", request);
      this.said = refusal?.words ?? "";
    });
  }

  private forget(): void {
    this.hint = undefined;
    this.told = 0;
  }

  private miss(): void {
    if (!this.spoilt) this.onend("missed", false);
    this.spoilt = true;
  }
}
