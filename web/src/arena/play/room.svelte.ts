/** A game on the server as a page follows it: what it is told, what it asks, what it is answered. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { GameState, Hint, Legal, LegalMoves, Thinking } from "../../contract";
import type { Frame } from "../../film";
import { go, link } from "../route.svelte";
import { connection, type Answer } from "../socket";
import { noise, pictures } from "./course";
import { about, forgetGame, keepGame, ownGame, satGame, seated, sit, UNKNOWN, type OwnGame } from "./keys";
import { sound } from "./sound";
import { endingWords } from "./words";
import { t } from "../../words";

/** What a page may do in a game, with the key of its seat: `{do: …, game, key}`. */
export type GameAction = "undo" | "redo" | "resign" | "rematch" | "hurry" | "accept" | "decline" | "withdraw";

export class Room {
  /** What the server told last, and when, by `performance.now()`. */
  state = $state.raw<GameState>();
  since = $state(0);
  pictures = $state.raw<readonly Frame[]>([]);
  thinking = $state.raw<Thinking>();
  private moves = $state.raw<LegalMoves>();
  hint = $state.raw<Hint>();
  own = $state.raw<OwnGame>();
  /** Why there is no such game. */
  missing = $state<string>();
  /** What the arbiter said about the last gesture or request; the next move sends it away. */
  said = $state<string>();
  /** Which picture is looked at; undefined is the game itself. */
  ply = $state<number>();
  /** How many requests wait for their answers. */
  private asked = $state(0);
  /** Resolves when the last of them is answered. */
  private answered: Promise<unknown> = Promise.resolve();
  /** A hint is being looked for, which takes its time and keeps nobody from moving. */
  hinting = $state(false);

  readonly mine: readonly number[] = $derived(
    Object.keys(this.own?.keys ?? {})
      .filter((seat) => seat !== UNKNOWN)
      .map(Number),
  );
  /** The seat this page may move for now. */
  readonly turnIsMine: boolean = $derived(
    this.state !== undefined && this.state.over === null && this.mine.includes(this.state.turn),
  );
  /** What may be played where the game stands: empty until that is told, and always for those who look on. */
  readonly legal: readonly Legal[] = $derived(this.moves?.position === this.state?.position ? (this.moves?.legal ?? []) : []);
  /** A request is under way: until it is answered, nobody knows whose turn it is. */
  readonly busy: boolean = $derived(this.asked > 0);
  readonly shown: number = $derived(Math.min(this.ply ?? Infinity, this.pictures.length - 1));
  readonly frame: Frame | undefined = $derived(this.pictures[this.shown]);

  private leave: (() => void)[] = [];

  constructor(readonly id: string) {}

  /** Follows the game until `close`, on the seat of a key if one is given. */
  open(key?: string): void {
    this.close();
    if (key !== undefined) sit(this.id, [key]);
    this.own = satGame(this.id);
    const keys = Object.values(this.own?.keys ?? {});
    this.leave = [
      connection().watch<GameState | null>(
        `game/${this.id}`,
        (state) => this.told(state),
        keys,
        (answer) => this.entered(answer),
      ),
      connection().watch<Thinking | null>(`thinking/${this.id}`, (thinking) => (this.thinking = thinking ?? undefined)),
    ];
    if (keys.length > 0) this.leave.push(connection().watch<LegalMoves>(`legal/${this.id}`, (moves) => (this.moves = moves)));
  }

  close(): void {
    for (const leave of this.leave) leave();
    this.leave = [];
  }

  /** Looks at a picture of the game; the last is the game itself. */
  look(at: number): void {
    const last = this.pictures.length - 1;
    this.ply = at >= last ? undefined : Math.max(0, at);
  }

  /** Makes a move, or tries a gesture that the arbiter then explains. */
  async play(what: { readonly move: string } | { readonly cells: readonly number[] }): Promise<void> {
    const state = this.state;
    if (!state || !this.turnIsMine) return;
    await this.ask("play", { ...what, key: this.keyOf(state.turn), ply: state.moves.length });
  }

  /** Does something other than a move; undo and resign are ours whoever is to move. */
  async act(what: GameAction): Promise<void> {
    await this.ask(what, { key: this.keyOf(this.actor) });
  }

  async askHint(): Promise<void> {
    const state = this.state;
    if (!state || !this.turnIsMine || this.hinting) return;
    this.hinting = true;
    this.said = undefined;
    const details = { game: this.id, key: this.keyOf(state.turn) };
    try {
      const hint = await connection().ask<Hint>("hint", details);
      if (this.state?.moves.length === state.moves.length) this.hint = hint;
    } catch (error) {
      // Whoever has moved in the meantime wants to hear nothing of it.
      if (this.state?.moves.length === state.moves.length) this.said = sentence(error);
    } finally {
      this.hinting = false;
    }
  }

  /** Says what to call whoever sits on a seat, and what their picture is drawn from; nobody waits for it to move. */
  async introduce(seat: number, who: { readonly name?: string; readonly picture?: string }): Promise<void> {
    try {
      await connection().ask("name", { game: this.id, key: this.keyOf(seat), ...who });
    } catch (error) {
      this.said = sentence(error);
    }
  }

  /** Goes to the game that was begun after this one; those who play sit down there with the same keys. */
  follow(): void {
    const next = this.state?.rematch;
    if (!next) return;
    const moved = (keys: OwnGame["keys"]): OwnGame["keys"] =>
      Object.fromEntries(Object.entries(keys).map(([seat, key]) => [next.seats[Number(seat)], key]));
    if (this.own && this.mine.length > 0) {
      const keys = moved(this.own.keys);
      keepGame(next.id, { game: this.own.game, keys: { ...ownGame(next.id)?.keys, ...keys }, links: moved(this.own.links), over: false });
      sit(next.id, Object.values(keys));
    }
    go(link("game", next.id));
  }

  /** The seat in whose name this page acts: whoever of ours is to move, or else the first of ours. */
  get actor(): number {
    const turn = this.state?.turn ?? 0;
    return this.mine.includes(turn) ? turn : (this.mine[0] ?? 0);
  }

  private keyOf(seat: number): string {
    return this.own?.keys[seat] ?? "";
  }

  /** One after the other: what is done before the last answer has come is not lost. */
  private ask(what: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    this.asked += 1;
    const answer = this.answered.then(async () => {
      this.said = undefined;
      try {
        await connection().ask(what, { game: this.id, ...details });
      } catch (error) {
        this.said = sentence(error);
        sound("refused");
      } finally {
        this.asked -= 1;
      }
    });
    this.answered = answer;
    return answer;
  }

  private entered(answer: Answer): void {
    if ("error" in answer) {
      this.missing = answer.error;
      return;
    }
    const { seats } = answer.ok as { readonly seats: readonly number[] };
    if (!this.own) return;
    const keys = seated(this.own, seats);
    if (UNKNOWN in this.own.keys && Object.keys(keys).length < Object.keys(this.own.keys).length) {
      this.said = t.play.noSeat;
    }
    // This browser may have other seats, which other tabs play.
    this.own = { ...keepGame(this.id, { keys: { ...ownGame(this.id)?.keys, ...keys } }), keys };
  }

  private told(state: GameState | null): void {
    if (!state) {
      this.missing = t.play.noSuchGame;
      // A challenge that was withdrawn is nothing to go back to.
      if (this.state?.seats.some(({ open }) => open)) forgetGame(this.id);
      this.state = undefined;
      return;
    }
    const before = this.state;
    this.missing = undefined;
    this.since = performance.now();
    if (before?.film !== state.film) this.pictures = pictures(state.film);
    this.state = state;
    if (before && before.moves.length !== state.moves.length) this.moved(before, state);
    if (before?.seats.some(({ open }) => open) && !state.seats.some(({ open }) => open)) sound("note");
    if (before && !before.over && state.over) sound(endingWords(state, this.mine)?.own ?? "end");
    if (this.own && worthKeeping(before, state)) keepGame(this.id, { game: state.game, over: state.over !== null, about: about(state) });
    if (before && !before.rematch && state.rematch && this.mine.length > 0) this.follow();
    if (state.over || state.turn !== this.thinking?.seat) this.thinking = undefined;
  }

  private moved(before: GameState, state: GameState): void {
    this.hint = undefined;
    this.said = undefined;
    const [old, now] = this.pictures.slice(-2);
    if (!old || !now || state.moves.length < before.moves.length || state.over) return;
    sound(noise(old, now));
    if (isInDanger(state, this.mine) && !isInDanger(before, this.mine)) sound("danger");
  }
}

/** Whether this browser should remember something new about a game. */
function worthKeeping(before: GameState | undefined, now: GameState): boolean {
  const names = (state: GameState | undefined): string => JSON.stringify(state?.seats.map(({ name }) => name));
  return !before || (before.over === null) !== (now.over === null) || names(before) !== names(now);
}

/** Tells whether one of ours is in danger; for those who look on, anybody. */
function isInDanger({ notices }: GameState, mine: readonly number[]): boolean {
  return notices.some(({ level, seat }) => level === "danger" && (seat === null || mine.length === 0 || mine.includes(seat)));
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
