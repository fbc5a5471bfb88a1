/** Builds the report: one script and one style, which Rust writes into the page. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vitest/config";

/** Escapes what an HTML parser might not read as script; it occurs in strings only, where it means the same. */
function inlined(): Plugin {
  return {
    name: "inlined",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk") chunk.code = chunk.code.replaceAll(/<(?=!--|\/?script)/gi, "\\x3C");
      }
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), inlined()],
  // In tests, components are mounted in a browser's stead; a report has the few words it needs.
  resolve:
    mode === "test"
      ? { conditions: ["browser"] }
      : { alias: [{ find: /^(\.\.\/words|\.)$/, replacement: `${import.meta.dirname}/src/words/report.ts` }] },
  build: {
    target: "es2022",
    lib: {
      entry: "src/report/main.ts",
      name: "report",
      formats: ["iife"],
      fileName: () => "report.js",
      cssFileName: "report",
    },
  },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    // Colours are checked there; all other style is left out.
    css: { include: /materials\.css/ },
    // A machine that builds Rust meanwhile may be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
