/** Arrows and circles that somebody draws over a board for themselves: nobody else sees them, and no rule knows them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** An arrow between two cells, or a circle around one. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** Adds a mark; one that is there already goes away. */
export function toggled(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  return others.length < marks.length ? others : [...marks, mark];
}

export class Sketch {
  private drawn = $state.raw<readonly Mark[]>([]);
  /** What is being drawn. */
  private begun = $state.raw<Mark>();

  /** All marks, and the one that is being drawn. */
  readonly marks: readonly Mark[] = $derived(this.begun ? [...this.drawn, this.begun] : this.drawn);

  get isBegun(): boolean {
    return this.begun !== undefined;
  }

  begin(cell: number): void {
    this.begun = { from: cell, to: cell };
  }

  /** Leads what is being drawn to a cell. */
  lead(cell: number | undefined): void {
    if (this.begun && cell !== undefined && cell !== this.begun.to) this.begun = { ...this.begun, to: cell };
  }

  end(): void {
    if (this.begun) this.drawn = toggled(this.drawn, this.begun);
    this.begun = undefined;
  }

  /** Begins on a cell, or ends there: so it is drawn without a pointer. */
  step(cell: number): void {
    if (!this.begun) return this.begin(cell);
    this.lead(cell);
    this.end();
  }

  /** Gives up what is being drawn; returns whether there was anything. */
  cancel(): boolean {
    const was = this.isBegun;
    this.begun = undefined;
    return was;
  }

  clear(): void {
    this.begun = undefined;
    this.drawn = [];
  }
}
