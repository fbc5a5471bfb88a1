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
  const draw = chance(2);
  // No clock runs before everybody is there.
  await white.turn();
  await white.move(white.pick(draw), "mouse");
  assert.equal(white.state.ticking, null);
  await black.sit(server.address, made.id, made.links[1]);
  await white.until((state) => state.seats.every(({ here }) => here), "both to be here");
  assert.equal(white.state.ticking, null, "a first move is not free");
  assert.ok(white.state.clocks.every((left) => left >= 300_000), `${white.state.clocks}`);

  // Whoever watches sees the list, then the game, but may not move.
  guest.id = made.id;
  await guest.page.goto(`${server.address}/#/watch`);
  await guest.page.locator(`a[href*="${made.id}"]`).first().click();
  await guest.until(() => true);
  for (const player of [black, white, black]) {
    await player.turn();
    await player.move(player.pick(draw), "mouse");
    if (player === black) await white.until((state) => state.ticking === 0, "the clock to run");
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
  await rematch(white, black);
  await unattended(guest, [white, black, late], server);
  await guest.page.context().close();
  await tabs({ browser, server, trouble });
  await visitor({ server, open });
}

/** A rematch is wanted by one, offered to the other, and takes both along on each other's seat. */
async function rematch(white, black) {
  const card = ({ page }) => page.getByRole("region", { name: "Result" });
  assert.match(await card(white).textContent(), /You won/);
  assert.match(await card(black).textContent(), /You lost/);
  await card(black).getByRole("button", { name: "Rematch" }).click();
  await black.page.getByText("You want a rematch").waitFor();
  await white.page.getByText("wants a rematch").waitFor();
  await white.page.getByRole("button", { name: "Decline" }).click();
  await black.page.getByText("does not want a rematch").waitFor();
  await card(white).getByRole("button", { name: "Rematch" }).click();
  await black.page.getByText("wants a rematch").waitFor();
  await black.page.getByRole("button", { name: "Accept" }).click();
  for (const player of [white, black]) {
    await player.page.waitForURL((url) => !url.hash.includes(player.id));
    player.id = /#\/game\/([^/]+)$/.exec(player.page.url())[1];
    player.seat = 1 - player.seat;
  }
  assert.equal(white.id, black.id);
  const draw = chance(6);
  for (const player of [black, white]) {
    await player.turn();
    await player.move(player.pick(draw), "mouse");
  }
  assert.equal(black.state.control, "5m+3s");
}

/** A game goes on in the list as long as somebody attends it. */
async function unattended(guest, players, server) {
  const { id } = players[0];
  await guest.page.goto(`${server.address}/#/watch`);
  const entry = guest.page.locator(`a[href*="${id}"]`).first();
  await entry.waitFor();
  for (const { page } of players) await page.context().close();
  await entry.waitFor({ state: "detached" });
}

/** Two tabs of one browser play two seats, each the one whose link it was opened by, also after a reload. */
async function tabs({ browser, server, trouble }) {
  const context = await browser.newContext();
  const [white, black] = [new Player(await context.newPage(), 0, trouble), new Player(await context.newPage(), 1, trouble)];
  const wanted = { game: "joust", options: "", seats: ["here", "link"], control: "none" };
  const { id, links } = await white.begin(server.address, wanted);
  await black.sit(server.address, id, links[1]);
  for (const { page, seat } of [white, black]) {
    await page.reload();
    await page.getByRole("status").filter({ hasText: seat === 0 ? "Your turn" : "White to move" }).waitFor();
  }
  const draw = chance(9);
  for (const player of [white, black]) {
    await player.turn();
    await player.move(player.pick(draw), "mouse");
  }
  // A tab that shows the game may be given a link, too.
  await white.page.goto(`${server.address}/#/game/${id}/${links[1]}/1`);
  await white.page.getByRole("status").filter({ hasText: "White to move" }).waitFor();
  assert.ok(!white.page.url().includes(links[1]), "the key stays in the address");
  await context.close();
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
