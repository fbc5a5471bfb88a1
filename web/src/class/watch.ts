/** The page that everybody sees: live games, the table, who is here, what is over. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board } from "../board/types";
import { BoardView } from "../board/view";
import type { Class, Done, Game, Grade } from "./data";
import { fill, h, named, svg } from "./dom";

/** How many of the last games are listed. */
const LISTED = 100;
/** How many of the last moves a card shows. */
const MOVES = 12;

const PHASES: Record<Class["phase"], string> = {
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
  private readonly view: BoardView;
  private game: Game | undefined;
  private at = 0;

  constructor(board: Board) {
    this.view = new BoardView(this.drawing, board);
    this.element.append(this.players, this.drawing, this.line);
  }

  get id(): string {
    return this.game?.id ?? "";
  }

  show(game: Game, age: number): void {
    if (game.id !== this.id) this.view.show([], []);
    this.game = game;
    this.at = performance.now() - age;
    this.view.show(game.position.pieces, game.position.last);
    this.drawing.setAttribute("aria-label", `${game.names.join(" against ")}, after ${game.plies} moves`);
    this.element.classList.toggle("over", game.words !== null);
    const first = game.plies - game.moves.length;
    const shown = game.moves.slice(-MOVES);
    const numbered = shown.map((mv, at) => `${first + game.moves.length - shown.length + at + 1}. ${mv}`);
    fill(this.line, game.words ?? numbered.join("  "));
    this.tick();
  }

  finish(words: string): void {
    this.element.classList.add("over");
    fill(this.line, words);
    if (this.game) this.game = { ...this.game, turn: null, words };
    this.tick();
  }

  /** Shows the clocks as they are now. */
  tick(): void {
    const game = this.game;
    if (!game) return;
    const since = performance.now() - this.at;
    const rows = game.names.map((name, seat) => {
      const left = game.clocks[seat];
      const runs = game.turn === seat;
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
export function watch(target: Element, heading: (known: Class) => void): void {
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
  let board: Board | undefined;
  let known: Class | undefined;
  let count = 0;
  let finished: Done[] = [];
  const cards: Card[] = [];
  const show = (): void => {
    if (!known) return;
    const all = known.students.length;
    const parts = [PHASES[known.phase], `${known.present} of ${all} here`];
    if (count > 0 || known.phase !== "waiting") {
      parts.push(known.games === null ? `${count} games over` : `${count} of ${known.games} games over`);
    }
    state.className = `state ${known.phase}`;
    fill(state, parts.join(" · "));
    const chip = (one: Class["students"][number]): HTMLElement =>
      h("li", { class: `chip ${one.here}`, title: one.here }, named(one.name), h("small", {}, one.here));
    fill(here, h("h2", {}, "Who is here"), h("ul", { class: "chips" }, ...known.students.map(chip)));
    const rows = finished.slice(-LISTED).reverse().map((game) => doneRow(game));
    fill(over, h("h2", {}, "Games over"), rows.length > 0 ? h("ol", { class: "done", tabindex: "0", "aria-label": "Games over" }, ...rows) : h("p", { class: "soft" }, "None yet."));
  };
  const source = new EventSource("/api/events");
  const hear = <T>(event: string, take: (data: T) => void): void =>
    source.addEventListener(event, (message) => take(JSON.parse((message as MessageEvent<string>).data) as T));
  hear<Board>("board", (data) => {
    // Everything is told anew: the connection was lost.
    board = data;
    cards.splice(0);
    finished = [];
    fill(games);
  });
  hear<Class>("class", (data) => {
    known = data;
    heading(data);
    for (const card of cards) if (!data.live.includes(card.id)) card.element.classList.add("over");
    show();
  });
  hear<Grade[] | null>("table", (data) => {
    if (data) {
      count = data.length === 0 || !board ? 0 : Math.round(data.reduce((sum, line) => sum + line.games, 0) / board.players.length);
      fill(table, h("h2", {}, "Table"), standings(data));
      show();
    }
  });
  hear<{ age: number; game: Game }>("game", ({ age, game }) => {
    if (!board) return;
    let card = cards.find((one) => one.id === game.id) ?? cards.find((one) => one.element.classList.contains("over"));
    if (!card) {
      card = new Card(board);
      cards.push(card);
      games.append(card.element);
    }
    card.show(game, age);
  });
  hear<Done[]>("done", (data) => {
    finished.push(...data);
    for (const game of data) cards.find((card) => card.id === game.id)?.finish(game.words);
    show();
  });
  source.addEventListener("error", () => {
    state.className = "state lost";
    fill(state, "The connection is lost; trying again.");
  });
  setInterval(() => cards.forEach((card) => card.tick()), 200);
}

function doneRow(game: Done): HTMLElement {
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
