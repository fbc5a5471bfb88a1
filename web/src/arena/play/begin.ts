/** Begins games. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { NewGame, NewGameAnswer } from "../../contract";
import { post } from "../api";
import { go, link } from "../route.svelte";
import { keepGame, sit } from "./keys";

/** Begins a game, keeps what proves our seats, and goes there. */
export async function begin(setup: NewGame): Promise<void> {
  const { id, keys, links } = await post<NewGameAnswer>("/api/games", setup);
  keepGame(id, { game: setup.game, keys, links, over: false });
  sit(id, Object.values(keys));
  go(link("game", id));
}
