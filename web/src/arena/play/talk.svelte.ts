/** What people who play at several pages write to each other, as this page is told. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Phrase, Remark, Talk, Words } from "../../contract";
import { t } from "../../words";
import { connection } from "../socket";
import type { Room } from "./room.svelte";
import { sound } from "./sound";

/** How long what somebody has just written stands beside their name, in milliseconds. */
const FRESH_MS = 9000;

/** Returns a remark as it is read here. */
export function read(said: Words): string {
  return "phrase" in said ? t.people.talk.phrases[said.phrase] : said.text;
}

export class Conversation {
  remarks = $state.raw<readonly Remark[]>([]);
  /** What another has just written, while it is news. */
  fresh = $state.raw<Remark>();
  /** How many of all were seen; undefined before the first are told. */
  private seen = $state<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly unread: number = $derived(
    this.remarks.filter(({ number, seat }) => number >= (this.seen ?? Infinity) && !this.room.mine.includes(seat)).length,
  );

  constructor(private readonly room: Room) {}

  /** Listens until the returned function is called. */
  listen(): () => void {
    const leave = connection().watch<Talk>(`talk/${this.room.id}`, ({ remarks }) => this.told(remarks));
    return () => {
      leave();
      clearTimeout(this.timer);
      this.fresh = undefined;
    };
  }

  /** Notes that all there is was seen. */
  look(): void {
    this.seen = (this.remarks.at(-1)?.number ?? -1) + 1;
    this.fresh = undefined;
  }

  /** Writes something; the error of a refusal is a sentence. */
  async say(what: { readonly phrase: Phrase } | { readonly text: string }): Promise<void> {
    await connection().ask("say", { game: this.room.id, key: this.room.own?.keys[this.room.actor] ?? "", ...what });
  }

  private told(remarks: readonly Remark[]): void {
    const last = remarks.at(-1);
    const isNews = this.seen !== undefined && last && last.number > (this.remarks.at(-1)?.number ?? -1) && !this.room.mine.includes(last.seat);
    this.remarks = remarks;
    this.seen ??= (last?.number ?? -1) + 1;
    if (!isNews) return;
    sound("note");
    this.fresh = last;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.fresh = undefined), FRESH_MS);
  }
}
