/** Keeps the analysis that is open, while it is worked on. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged } from "../../contract";
import { ROOT } from "./tree";
import { placeOf } from "./lines";
import { putBack, put, remove, shelves, type Content, type Shelves } from "./shelf";
import type { Study } from "./study.svelte";

/** How long is waited when only the place or what an agent thinks has changed, in milliseconds. */
const PAUSE_MS = 500;

export class Keeper {
  /** Where it is kept; undefined while it is not. */
  id = $state<string>();
  /** Whether this browser has no room for it. */
  failed = $state(false);
  /** Counts what has come and gone on the shelf. */
  changes = $state(0);

  private stamp = "";
  /** Which of the studies that were opened here this is about. */
  private age = -1;
  /** What there was when it was last kept. */
  private last: readonly unknown[] = [];
  /** Whether its keeper was told not to keep it. */
  private given = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly study: Study;
  private readonly on: Shelves | undefined;
  private readonly onplace: (id: string, moved: boolean) => void;

  /** `onplace` hears where an analysis is kept from now on, and whether it was kept elsewhere before. */
  constructor(study: Study, onplace: (id: string, moved: boolean) => void, on = shelves()) {
    this.study = study;
    this.onplace = onplace;
    this.on = on;
  }

  /** Goes on with an analysis that was kept before. */
  adopt(id: string, stamp: string): void {
    this.meet();
    [this.id, this.stamp] = [id, stamp];
    this.last = this.now();
  }

  /** Notes that something may have changed: moves are kept at once, the rest in a moment. */
  note(): void {
    this.meet();
    if (this.given || (this.id === undefined && !this.study.changed)) return;
    const now = this.now();
    if (this.id !== undefined && now.every((part, at) => part === this.last[at])) return;
    clearTimeout(this.timer);
    if (this.id === undefined || now[0] !== this.last[0]) this.save();
    else this.timer = setTimeout(() => this.save(), PAUSE_MS);
  }

  /** Keeps what is still to be kept, before the page or the study goes. */
  flush(): void {
    if (this.timer !== undefined && this.age === this.study.age) this.save();
  }

  /** Removes the analysis from where it is kept; it is not kept again unless asked for. */
  remove(): void {
    this.drop();
    if (this.id !== undefined) remove(this.on, this.id);
    this.id = undefined;
    this.given = true;
    this.changes += 1;
  }

  /** Keeps it after all. */
  keep(): void {
    this.given = false;
    this.save();
  }

  /** Removes any analysis; returns what puts it back. */
  removeOther(id: string): () => void {
    if (id === this.id) {
      this.remove();
      return () => this.keep();
    }
    const text = remove(this.on, id);
    this.changes += 1;
    return () => {
      if (text !== null) putBack(this.on, id, text);
      this.changes += 1;
    };
  }

  /** Forgets what was known of the study before, when there is another one. */
  private meet(): void {
    if (this.age === this.study.age) return;
    this.drop();
    this.age = this.study.age;
    [this.id, this.stamp, this.given, this.failed] = [undefined, "", false, false];
    this.last = [];
  }

  /** What is kept: the moves first. */
  private now(): readonly unknown[] {
    const { tree, at, worths, editor } = this.study;
    return [tree, at, worths, editor?.touched ? editor.pieces : undefined, editor?.turn];
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private save(): void {
    this.drop();
    this.last = this.now();
    const before = this.id === undefined ? undefined : { id: this.id, stamp: this.stamp };
    const kept = put(this.on, before, this.content(), Date.now());
    this.failed = kept === undefined;
    if (!kept) return;
    this.stamp = kept.stamp;
    if (kept.id === this.id) return;
    this.id = kept.id;
    this.changes += 1;
    this.onplace(kept.id, before !== undefined);
  }

  private content(): Content {
    const { study } = this;
    const { sheet, lines } = study.sheet();
    const worths: [number, number, Judged][] = [];
    const add = (id: number, line: number, moves: number): void => {
      const worth = study.worths.get(id);
      if (worth) worths.push([line, moves, worth]);
    };
    add(ROOT, 0, 0);
    lines.nodes.forEach((nodes, line) => nodes.forEach((id, at) => add(id, line, at + 1)));
    const { editor } = study;
    const draft = editor?.touched ? { pieces: [...editor.pieces], turn: editor.turn } : null;
    return { title: study.first?.title ?? "", sheet, place: placeOf(lines.nodes, study.at), worths, draft };
  }
}
