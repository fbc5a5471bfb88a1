/** Reloaded pages, servers that are killed: nothing is lost, and the game goes on. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { chance, Player } from "./player.mjs";

export async function interrupted({ browser, server, trouble }) {
  const context = await browser.newContext();
  const player = new Player(await context.newPage(), 0, trouble);
  await player.begin(server.address, { game: "kings-court", options: "", seats: ["here", "novice"], control: "10m" });
  const draw = chance(8);
  const step = async () => {
    await player.turn();
    await player.look();
    await player.move(player.pick(draw), "mouse");
    await player.turn();
  };
  await step();
  await step();
  const { moves } = player.state;

  player.states.clear();
  await player.page.reload();
  await player.until(() => true);
  assert.deepEqual(player.state.moves, moves, "after a reload");
  // What was thought about the move that is not made yet is given back; about this one, it is not.
  const left = player.state.clocks[0];
  await step();

  const { moves: later } = player.state;
  await server.kill();
  await player.page.getByText(/cannot be reached/i).first().waitFor();
  player.states.clear();
  await server.start();
  await player.until(() => true, "the page to come back");
  assert.deepEqual(player.state.moves, later, "after the server was killed");
  assert.ok(player.state.clocks[0] <= left, "the clock gained time");
  await step();
  assert.ok(player.state.moves.length > later.length);
  await context.close();

  // A game among agents goes on by itself.
  const watching = new Player(await (await browser.newContext()).newPage(), 9, trouble);
  await watching.page.goto(server.address);
  const made = await watching.page.evaluate(async () => {
    const body = JSON.stringify({ game: "jetan", options: "", seats: ["greedy", "greedy"], control: "none" });
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/games", { method: "POST", headers, body })).json();
  });
  watching.id = made.id;
  await watching.page.goto(`${server.address}/#/game/${made.id}`);
  await watching.until((state) => state.moves.length > 10, "agents to play");
  await server.kill();
  watching.states.clear();
  await server.start();
  await watching.until((state) => state.moves.length > 20, "agents to go on");
  await watching.page.context().close();
}
