/** Shows the arena. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { mount } from "svelte";
import "../theme.css";
import "../board/board.css";
import "./arena.css";
import App from "./App.svelte";
import { dress } from "./ui/preferences.svelte";

dress();
const target = document.getElementById("page");
if (target) mount(App, { target });
