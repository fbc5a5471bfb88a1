/**
 * Somebody at a page, who plays by mouse, by dragging, by touch or by the keyboard alone.
 *
 * What can be done is read from what the server tells the page; everything is done as a person does it.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { PATIENCE } from "../browser.mjs";
import { Topics } from "../topics.mjs";

/** What is worth taking, the best first. */
const PRIZES = ["king", "princess", "chief"];

/** Chance that is the same in every run. */
export function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export class Player {
  constructor(page, seat, trouble) {
    this.page = page;
    this.seat = seat;
    this.states = new Topics();
    this.waiting = new Set();
    page.on("console", (message) => {
      // A server that was killed on purpose is missed by the browser, too.
      if (!/WebSocket connection|ERR_CONNECTION/.test(message.text())) trouble.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.hear(String(payload))));
  }

  hear(text) {
    if (this.states.hear(text) === undefined) return;
    for (const look of this.waiting) look();
  }

  /** Begins a game through the server's door, and sits down by the link. */
  async begin(address, wanted) {
    await this.page.goto(address);
    const made = await this.page.evaluate(async (body) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/api/games", { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    }, wanted);
    await this.sit(address, made.id, made.keys[this.seat] ?? made.links[this.seat]);
    return made;
  }

  async sit(address, id, key) {
    this.id = id;
    await this.page.goto(`${address}/#/game/${id}/${key}/${this.seat}`);
    await this.until(() => true);
    assert.ok(!this.page.url().includes(key), "the key stays in the address");
  }

  /** Where the game stands, with what may be played as soon as that is told. */
  get state() {
    const [game, moves] = [this.states.get(`game/${this.id}`), this.states.get(`legal/${this.id}`)];
    return game && { ...game, legal: moves?.position === game.position ? moves.legal : [] };
  }

  /** Waits until the server has told the page something. */
  async until(holds, what = "the game to go on") {
    const fits = () => this.state !== undefined && holds(this.state);
    if (fits()) return;
    await new Promise((done, failed) => {
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        failed(new Error(`waited for ${what}: ${JSON.stringify({ ...this.state, board: 0, film: 0, legal: 0 })}`));
      }, PATIENCE);
      const look = () => {
        if (!fits()) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        done();
      };
      this.waiting.add(look);
    });
  }

  /** Waits until it is this player's turn, or the game is over; returns whether it is not over. */
  async turn() {
    await this.until(({ over, turn, legal }) => over !== null || (turn === this.seat && legal.length > 0), "the turn");
    return this.state.over === null;
  }

  /** Picks a move: what takes most, or else any. */
  pick(draw) {
    const { legal } = this.state;
    const pieces = this.standing();
    const prize = ({ cells }) => {
      const look = cells && pieces.get(cells.at(-1));
      if (!look || look.owner === null || look.owner === this.seat) return 0;
      return 2 + PRIZES.toReversed().indexOf(look.kind);
    };
    const best = Math.max(...legal.map(prize));
    const choice = legal.filter((move) => prize(move) === best);
    return choice[draw(choice.length)];
  }

  /** Reads what stands on the board from the names of its squares, as a screen reader would. */
  standing() {
    return this.pieces ?? new Map();
  }

  async look() {
    const { legal } = this.state;
    if (legal[0]?.cells !== undefined) await this.says(legal[0].cells[0], "can move");
    const spoken = await this.page.$$eval("[role=gridcell]", (cells) =>
      cells.map((cell) => [Number(cell.dataset.cell), cell.getAttribute("aria-label") ?? cell.textContent]),
    );
    const { players } = this.state.board;
    this.pieces = new Map();
    for (const [cell, words] of spoken) {
      const owner = players.findIndex((side) => words.includes(`, ${side} `));
      const kind = PRIZES.find((prize) => words.includes(prize)) ?? "piece";
      if (owner >= 0) this.pieces.set(cell, { owner, kind });
    }
  }

  async point(cell) {
    return this.page.evaluate((number) => {
      // Captured pieces are drawn by boards of their own.
      const board = document.querySelector("[role=grid]").parentElement;
      const shape = board.querySelectorAll("svg.board .cell")[number];
      // Whoever has scrolled to an answer scrolls back to the board.
      shape.scrollIntoView({ block: "nearest" });
      const points = [...shape.points];
      const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
      const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
      const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM());
      return { x: at.x, y: at.y };
    }, cell);
  }

  /** Makes a move as a person does, by one means. */
  async move(legal, means) {
    const ply = this.state.moves.length;
    // Where a move could go on, the last cell once more ends it; where several are meant, one is chosen.
    const begins = (other) => legal.cells?.every((cell, at) => other.cells?.[at] === cell) && other !== legal;
    const others = this.state.legal.filter(begins);
    const goesOn = others.some(({ cells }) => cells.length > legal.cells.length);
    const isOneOfSeveral = others.some(({ cells }) => cells.length === legal.cells.length);
    const moved = (state) => state.moves.length !== ply || state.over !== null;
    if (legal.button !== undefined) await this.press(legal, means);
    else {
      // The page has to show what we have heard before a person could see it.
      await this.says(legal.cells[0], "can move");
      await MEANS[means](this, legal.cells);
    }
    if (goesOn) await MEANS[means](this, [legal.cells.at(-1)]);
    if (isOneOfSeveral || legal.question !== undefined) {
      await this.page.getByRole("dialog").getByRole("button", { name: legal.move, exact: true }).click();
    }
    await this.until(moved, `the move ${legal.move} by ${means}`);
    assert.equal(this.state.moves[ply], legal.move);
  }

  async drag(cells) {
    await MEANS.drag(this, cells);
  }

  /** Waits until a screen reader would say something of a cell. */
  async says(cell, words) {
    await this.page.locator(`[data-cell="${cell}"][aria-label*="${words}"]`).waitFor({ state: "attached", timeout: PATIENCE });
  }

  async press(legal, means) {
    const button = this.page.getByRole("group", { name: "Your answer" }).getByRole("button", { name: legal.button });
    if (means === "keyboard") {
      await button.focus();
      await this.page.keyboard.press("Enter");
    } else if (means === "touch") await button.tap();
    else await button.click();
  }

  /** Plays to the end. */
  async play(means, seed) {
    const draw = chance(seed);
    let moves = 0;
    while (await this.turn()) {
      await this.look();
      await this.move(this.pick(draw), means);
      moves += 1;
      assert.ok(moves < 1000, "the game does not end");
    }
    return this.state.over;
  }
}

const MEANS = {
  async mouse(player, cells) {
    for (const cell of cells) {
      const { x, y } = await player.point(cell);
      await player.page.mouse.click(x, y);
    }
  },
  async drag(player, cells) {
    const way = await Promise.all(cells.map((cell) => player.point(cell)));
    await player.page.mouse.move(way[0].x, way[0].y);
    await player.page.mouse.down();
    await player.page.mouse.move(way.at(-1).x, way.at(-1).y, { steps: 6 });
    await player.page.mouse.up();
  },
  async touch(player, cells) {
    for (const cell of cells) {
      const { x, y } = await player.point(cell);
      await player.page.touchscreen.tap(x, y);
    }
  },
  /** Tab to the board, n from piece to piece and from target to target, Enter to touch. */
  async keyboard(player, cells) {
    const { page } = player;
    const at = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-cell") ?? -1));
    if ((await at()) < 0) await page.locator("[role=gridcell][tabindex='0']").focus();
    for (const cell of cells) {
      for (let step = 0; (await at()) !== cell; step += 1) {
        assert.ok(step < 300, `n does not lead to ${cell}`);
        await page.keyboard.press("n");
      }
      await page.keyboard.press("Enter");
    }
  },
};
