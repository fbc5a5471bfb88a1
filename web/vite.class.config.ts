/** Builds the pages of a class: one script, one style and one document, which Rust serves. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

function page(): Plugin {
  const source = readFileSync(new URL("src/class/class.html", import.meta.url), "utf8");
  return {
    name: "page",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "class.html", source });
    },
  };
}

export default defineConfig({
  plugins: [page()],
  build: {
    target: "es2022",
    // The report is there already.
    emptyOutDir: false,
    lib: {
      entry: "src/class/main.ts",
      name: "classPages",
      formats: ["iife"],
      fileName: () => "class.js",
      cssFileName: "class",
    },
  },
});
