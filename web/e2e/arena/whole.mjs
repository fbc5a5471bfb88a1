/** In every game a whole game against an agent: by mouse, by the keyboard alone, by touch. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

/** Rules under which games end soon; everything else is as ever. */
const SOON = { jetan: "max-moves=25", joust: "size=5x5", "kings-court": "quiet-limit=8" };
const MEANS = {
  mouse: { viewport: { width: 1200, height: 900 } },
  keyboard: { viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" },
};

export async function whole({ browser, server, trouble }) {
  let seed = 1;
  const cards = await server.games();
  for (const [means, options] of Object.entries(MEANS)) {
    // The games of one means are played side by side.
    const games = cards.map(async ({ name: game, players }) => {
      const context = await browser.newContext(options);
      const player = new Player(await context.newPage(), 0, trouble);
      const seats = players.map((_, seat) => (seat === 0 ? "here" : `random:seed=${seat}`));
      await player.begin(server.address, { game, options: SOON[game] ?? "", seats, control: "none" });
      const over = await player.play(means, (seed += 1));
      // The card beside the board says who, how and why.
      const said = await player.page.getByRole("region", { name: "Result" }).textContent();
      assert.ok(said.toLowerCase().includes(over.words.toLowerCase()), `'${said}' does not say '${over.words}'`);
      await context.close();
      return `${game} ${player.state.moves.length} plies`;
    });
    console.log(`  by ${means}: ${(await Promise.all(games)).join(", ")}`);
  }
}
