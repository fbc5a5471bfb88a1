/** Builds the arena: one script, one style, one document and an icon, which Rust serves. */
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
  build: {
    target: "es2022",
    // The report and the class are there already.
    emptyOutDir: false,
    lib: {
      entry: "src/arena/main.ts",
      name: "arena",
      formats: ["iife"],
      fileName: () => "arena.js",
      cssFileName: "arena",
    },
  },
});
