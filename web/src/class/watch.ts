/** The page that everybody sees: live games, the table, who is here, what is over. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { theLine } from "../arena/socket";
import { BoardView } from "../board/view";
import type { Attendance, ClassState, DoneGame, GameState, Grade, Phase } from "../contract";
import { lastFrame } from "../film";
import { fill, h, named, svg } from "./dom";

/** How many of the last moves a card shows. */
const MOVES = 12;

const PHASES: Record<Phase, string> = {
  waiting: "waiting for the class",
  playing: "games are played",
  paused: "paused",
  over: "all games are over",
};

/** A game on the page. Its place is used again when it is over and another begins. */
class Card {
  readonly element = h("article", { class: "card game" });
  private readonly players = h("div", { class: "players" });
  private readonly line = h("p", { class: "moves" });
  private readonly drawing = svg();
  private view: BoardView | undefined;
  private game: GameState | undefined;
  private at = 0;
  private unwatch: () => void;

  constructor(public id: string) {
    this.element.append(this.players, this.drawing, this.line);
    this.unwatch = this.watch();
  }

  get isOver(): boolean {
    return this.element.classList.contains("over");
  }

  /** Shows another game in the same place. */
  use(id: string): void {
    this.unwatch();
    this.id = id;
    this.view?.show([], []);
    this.element.classList.remove("over");
    this.unwatch = this.watch();
  }

  private watch(): () => void {
    return theLine().watch<GameState | null>(`game/${this.id}`, (game) => game && this.show(game));
  }

  private show(game: GameState): void {
    this.game = game;
    this.at = performance.now();
    this.view ??= new BoardView(this.drawing, game.board);
    const { pieces, lastMove } = lastFrame(game.film);
    this.view.show(pieces, lastMove);
    const plies = game.moves.length;
    const names = game.seats.map(({ name }) => name);
    this.drawing.setAttribute("aria-label", `${names.join(" against ")}, after ${plies} moves`);
    this.element.classList.toggle("over", game.over !== null);
    const shown = game.moves.slice(-MOVES);
    const numbered = shown.map((mv, at) => `${plies - shown.length + at + 1}. ${mv}`);
    fill(this.line, game.over?.words ?? numbered.join("  "));
    this.tick();
  }

  finish(words: string | undefined): void {
    this.element.classList.add("over");
    if (words !== undefined) fill(this.line, words);
    if (this.game) this.game = { ...this.game, ticking: null };
    this.tick();
  }

  /** Shows the clocks as they are now. */
  tick(): void {
    const game = this.game;
    if (!game) return;
    const since = performance.now() - this.at;
    const rows = game.seats.map(({ name }, seat) => {
      const left = game.clocks[seat];
      const runs = game.ticking === seat;
      const shown = left === null || left === undefined ? null : Math.max(0, left - (runs ? since : 0));
      return h(
        "div",
        { class: `player p${seat}${runs ? " turn" : ""}` },
        h("i", { class: "seat", "aria-hidden": "true" }),
        named(name),
        shown === null ? runs && h("span", { class: "clock" }, "…") : h("span", { class: "clock" }, clock(shown)),
      );
    });
    fill(this.players, ...rows);
  }
}

/** Writes a time as clocks do. */
export function clock(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Shows everything, and keeps it up to date. */
export function watch(target: Element, heading: (known: ClassState) => void): void {
  const state = h("p", { class: "state", role: "status" });
  const games = h("div", { class: "games" });
  const table = h("div", { class: "card table" });
  const here = h("div", { class: "card" });
  const over = h("div", { class: "card" });
  fill(
    target,
    state,
    h("section", { "aria-label": "Live games" }, games),
    h("section", { "aria-label": "Table" }, table),
    h("div", { class: "two" }, over, here),
  );
  const cards: Card[] = [];
  let before: ClassState | undefined;
  const seat = ({ live, done }: ClassState): void => {
    const words = new Map(done.map((game) => [`class-${game.id}`, game.words]));
    for (const card of cards) if (!live.includes(card.id) && !card.isOver) card.finish(words.get(card.id));
    for (const id of live.filter((one) => !cards.some((card) => card.id === one))) {
      const free = cards.find((card) => card.isOver);
      if (free) free.use(id);
      else {
        const card = new Card(id);
        cards.push(card);
        games.append(card.element);
      }
    }
  };
  const show = (known: ClassState): void => {
    const present = known.students.filter((one) => one.here !== "absent").length;
    const parts = [PHASES[known.phase], `${present} of ${known.students.length} here`];
    if (known.over > 0 || known.phase !== "waiting") {
      parts.push(known.games === null ? `${known.over} games over` : `${known.over} of ${known.games} games over`);
    }
    state.className = `state ${known.phase}`;
    fill(state, parts.join(" · "));
    const chip = (one: Attendance): HTMLElement =>
      h("li", { class: `chip ${one.here}`, title: one.here }, named(one.name), h("small", {}, one.here));
    // What has not changed is the same object as before.
    if (known.students !== before?.students) {
      fill(here, h("h2", {}, "Who is here"), h("ul", { class: "chips" }, ...known.students.map(chip)));
    }
    const rows = known.done.toReversed().map((game) => doneRow(game));
    if (known.done !== before?.done) fill(over, h("h2", {}, "Games over"), rows.length > 0 ? h("ol", { class: "done", tabindex: "0", "aria-label": "Games over" }, ...rows) : h("p", { class: "soft" }, "None yet."));
    if (known.table.length > 0 && known.table !== before?.table) fill(table, h("h2", {}, "Table"), standings(known.table));
  };
  theLine().watch<ClassState>("class", (known) => {
    heading(known);
    seat(known);
    show(known);
    before = known;
  });
  let wasOpen = false;
  theLine().onState((open) => {
    if (!open && wasOpen) {
      state.className = "state lost";
      fill(state, "The connection is lost; trying again.");
    }
    wasOpen = open;
  });
  setInterval(() => cards.forEach((card) => card.tick()), 200);
}

function doneRow(game: DoneGame): HTMLElement {
  const names = game.names.flatMap((name, at) => (at === 0 ? [named(name)] : [" – ", named(name)]));
  return h("li", {}, h("span", { class: "who" }, ...names, " ", h("b", {}, game.result)), h("small", {}, `${game.words}, ${game.plies} moves`));
}

/** Draws the table, with ratings as points and their error bars. */
function standings(lines: readonly Grade[]): HTMLElement {
  const ends = lines.flatMap((line) => (line.elo === null ? [] : [line.elo - (line.error ?? 0), line.elo + (line.error ?? 0)]));
  const [low, high] = [Math.min(-50, ...ends), Math.max(50, ...ends)];
  const place = (elo: number): number => ((elo - low) / (high - low)) * 100;
  const head = ["#", "Name", "Points", "Games", "+ = −", "Rating", "Error bar", "What went wrong"];
  const rows = lines.map((line) => {
    const faults = Object.entries(line.faults).map(([kind, times]) => h("span", { class: "fault" }, `${times} ${kind}`));
    const rating = line.elo === null ? "" : `${line.elo < 0 ? "−" : "+"}${Math.abs(line.elo).toFixed(0)}${line.error === null ? "" : ` ± ${line.error.toFixed(0)}`}`;
    return h(
      "tr",
      {},
      h("td", { class: "number" }, line.place),
      h("th", { scope: "row" }, named(line.name), !line.student && h("small", {}, " house")),
      h("td", { class: "number" }, line.points),
      h("td", { class: "number wide" }, line.games),
      h("td", { class: "number wide" }, `${line.won} ${line.tied} ${line.lost}`),
      h("td", { class: "number" }, rating),
      h("td", { class: "bars" }, line.elo === null ? "" : bar(place(line.elo), line.error === null ? null : [place(line.elo - line.error), place(line.elo + line.error)])),
      h("td", { class: "faults" }, ...faults),
    );
  });
  const titles = head.map((text, at) => h("th", { scope: "col", class: at === 1 || at === 7 ? "" : at === 3 || at === 4 ? "number wide" : at === 6 ? "bars" : "number" }, text));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, h("table", {}, h("thead", {}, h("tr", {}, ...titles)), h("tbody", {}, ...rows)));
}

function bar(at: number, range: readonly [number, number] | null): SVGSVGElement {
  const drawing = svg();
  drawing.setAttribute("viewBox", "0 0 100 10");
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("class", "bar");
  drawing.setAttribute("aria-hidden", "true");
  const add = (name: string, attributes: Record<string, number>): void => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value.toFixed(2));
    drawing.append(part);
  };
  if (range) add("rect", { x: range[0], y: 4, width: Math.max(0.5, range[1] - range[0]), height: 2 });
  add("rect", { x: Math.max(0, at - 0.8), y: 1, width: 1.6, height: 8 });
  return drawing;
}
