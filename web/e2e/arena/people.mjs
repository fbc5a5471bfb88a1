/** Two people at two pages, others who watch, and an agent that comes over the network. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chance, Player } from "./player.mjs";

export async function people({ browser, server, trouble }) {
  const open = async (seat) => new Player(await (await browser.newContext()).newPage(), seat, trouble);
  const [white, black, guest] = [await open(0), await open(1), await open(9)];
  const made = await white.begin(server.address, { game: "joust", options: "", seats: ["here", "link"], control: "5m+3s" });
  assert.deepEqual([Object.keys(made.keys), Object.keys(made.links)], [["0"], ["1"]]);
  await black.sit(server.address, made.id, made.links[1]);
  await white.until((state) => state.seats.every(({ here }) => here), "both to be here");

  // Whoever watches sees the list, then the game, but may not move.
  guest.id = made.id;
  await guest.page.goto(`${server.address}/#/watch`);
  await guest.page.locator(`a[href*="${made.id}"]`).first().click();
  await guest.until(() => true);
  const draw = chance(2);
  for (const player of [white, black, white, black]) {
    await player.turn();
    await player.move(player.pick(draw), "mouse");
  }
  await guest.until((state) => state.moves.length === 4, "the game to be seen elsewhere");
  await white.turn();
  const refused = await guest.page.evaluate(
    ([id, move]) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ n: 1, do: "play", game: id, key: "guess", move }));
        socket.onmessage = ({ data }) => done(JSON.parse(data).error);
      }),
    [made.id, white.state.legal[0].move],
  );
  assert.match(refused, /key/);
  // A late page sees everything.
  const late = await open(9);
  late.id = made.id;
  await late.page.goto(`${server.address}/#/game/${made.id}`);
  await late.until((state) => state.moves.length === 4);
  await white.until((state) => state.watching === 4, "four pages to be counted");

  // Nobody is helped against the other.
  for (const name of ["Hint", "Analyse"]) {
    assert.equal(await white.page.getByRole("button", { name }).or(white.page.getByRole("link", { name })).count(), 0, name);
  }

  // Taking back needs the other one, who may decline.
  await black.page.getByRole("button", { name: "Undo" }).click();
  await white.page.getByRole("button", { name: "No", exact: true }).click();
  await black.page.getByText("does not allow the move to be taken back").waitFor();
  await black.page.getByRole("button", { name: "Undo" }).click();
  await white.until((state) => state.asked !== null, "the question");
  assert.equal(white.state.moves.length, 4);
  await white.page.getByRole("button", { name: /agree|accept|allow/i }).click();
  await black.until((state) => state.moves.length === 3 && state.turn === 1, "the move taken back");

  // A name is a name, whatever it looks like.
  const hostile = "<b onclick=alert(1)>Ada</b>";
  await white.page.evaluate(
    ([id, key, name]) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ n: 1, do: "name", game: id, key, name }));
        socket.onmessage = done;
      }).then(() => undefined),
    [made.id, made.keys[0], hostile],
  );
  await black.page.getByText(hostile).first().waitFor();
  await black.page.getByRole("button", { name: "Resign" }).click();
  await black.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await white.until((state) => state.over?.payoffs[0] === 1, "the end");
  for (const player of [white, black, guest, late]) await player.page.context().close();
  await visitor({ server, open });
}

/** An agent connects, is offered, plays, and is free again. */
async function visitor({ server, open }) {
  const words = ["agent", "--game", "joust", "--host", "127.0.0.1", "--port", String(server.port), "-a", "random", "--name", "Visitor"];
  const agent = spawn(server.program, words, { stdio: "ignore" });
  const player = await open(0);
  await player.page.goto(`${server.address}/#/play/joust`);
  await player.page.getByText("Visitor").first().waitFor();
  await player.begin(server.address, { game: "joust", options: "size=4x4", seats: ["here", "guest:Visitor"], control: "none" });
  const over = await player.play("mouse", 4);
  assert.ok(over.words.length > 0);
  await player.page.context().close();
  agent.kill();
}
