/**
 * Builds the page of the arena, of a server and of a class: one document, one style, an icon, one script for the
 * first board and what is played there, and a script for each other view, which is loaded when it is opened.
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
        chunkFileNames: "views/[name].js",
        assetFileNames: "arena.[ext]",
      },
    },
  },
});
