// SPDX-License-Identifier: MIT OR Apache-2.0
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // The names of scoped classes stand in every element: short ones save kilobytes of script.
  compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` },
};
