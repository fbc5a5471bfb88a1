/**
 * Light on boards and pieces: gradients that lie over the plain colours of the style sheet, the same for all games.
 *
 * They are in the document once, however many boards there are.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { make } from "./svg";

const ID = "board-materials";

/** Where in a gradient, the shade (1 white, 0 black, or a colour), and how much of it. */
type Stop = readonly [at: number, shade: 0 | 1 | string, opacity: number];

const LINEAR: Readonly<Record<string, { readonly to: readonly [number, number]; readonly stops: readonly Stop[] }>> = {
  // Discs and plates: light from above.
  "board-disc": { to: [0.35, 1], stops: [[0, 1, 0.42], [0.45, 1, 0.04], [0.6, 0, 0], [1, 0, 0.3]] },
  // Carved figures: light from the left.
  "board-carved": { to: [1, 0.25], stops: [[0, 1, 0.5], [0.4, 1, 0], [0.55, 0, 0], [1, 0, 0.34]] },
  // The whole board: a window's light across it.
  "board-glaze": { to: [1, 1], stops: [[0, 1, 0.15], [0.4, 1, 0.03], [0.55, 0, 0], [1, 0, 0.08]] },
  "board-frame": { to: [0.3, 1], stops: [[0, 1, 0.22], [0.3, 1, 0], [0.7, 0, 0], [1, 0, 0.35]] },
  "board-flame": { to: [0, 1], stops: [[0, "#ff8a1c", 1], [0.55, "#e8480c", 1], [1, "#a81d05", 1]] },
};

const RADIAL: Readonly<Record<string, readonly Stop[]>> = {
  "board-ember": [[0, "#ff9a2e", 0.95], [0.4, "#d2440d", 0.6], [1, "#5a1604", 0]],
};

/** Puts the gradients into the document, if they are not there. */
export function materials(): void {
  if (document.getElementById(ID)) return;
  const linear = Object.entries(LINEAR).map(([id, { to: [x2, y2], stops }]) =>
    make("linearGradient", { id, x1: 0, y1: 0, x2, y2 }, ...stops.map(stop)),
  );
  const radial = Object.entries(RADIAL).map(([id, stops]) => make("radialGradient", { id }, ...stops.map(stop)));
  const defs = make("defs", {}, ...linear, ...radial);
  // Not hidden altogether: browsers do not paint with what is in a hidden drawing.
  const svg = make("svg", { id: ID, class: "board-materials", width: 0, height: 0, "aria-hidden": "true" }, defs);
  document.body.append(svg);
}

function stop([offset, shade, opacity]: Stop): SVGStopElement {
  const colour = shade === 1 ? "#fff" : shade === 0 ? "#000" : shade;
  return make("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
}
