/**
 * Builds the page of the arena, of a server and of a class: one document, one style, one script and an icon, and a second
 * script for what only a class shows.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

function pages(): Plugin {
  return {
    name: "pages",
    generateBundle() {
      for (const fileName of ["arena.html", "favicon.svg"]) {
        const source = readFileSync(new URL(`src/arena/${fileName}`, import.meta.url), "utf8");
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), pages()],
  base: "./",
  build: {
    target: "es2022",
    // The report is there already.
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: "src/arena/main.ts",
      output: {
        entryFileNames: "arena.js",
        chunkFileNames: "class.js",
        assetFileNames: "arena.[ext]",
      },
    },
  },
});
