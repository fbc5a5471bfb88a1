/** Whoever rests on a cell asks what stands there. */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** How long a pointer rests on a cell before that is a question, in milliseconds. */
const REST_MS = 550;

export class Resting {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private cell: number | undefined;

  /** `tell` is told of the cell that is asked about, and when none is any longer. */
  constructor(private readonly tell: (cell: number | undefined) => void) {}

  /** A pointer is on a cell; nothing happens as long as it stays there. */
  on(cell: number | undefined): void {
    if (cell === this.cell) return;
    this.end();
    this.cell = cell;
    if (cell !== undefined) this.timer = setTimeout(() => this.tell(cell), REST_MS);
  }

  /** Somebody asks by a key, and once more to be done with it. */
  toggle(cell: number): void {
    const before = this.cell;
    this.end();
    if (before === cell) return;
    this.cell = cell;
    this.tell(cell);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.cell !== undefined) this.tell(undefined);
    this.cell = undefined;
  }
}
