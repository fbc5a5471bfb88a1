/**
 * Builds the report: one script and one style, which Rust writes into the page, and their hashes, which
 * the page's policy names.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vitest/config";

const DIST = new URL("dist/", import.meta.url);

/**
 * Writes the hashes. What an HTML parser might not read as script is escaped, which in strings, and only
 * there does it occur, means the same.
 */
function hashes(): Plugin {
  const hash = (name: string): string => {
    const text = readFileSync(new URL(name, DIST), "utf8");
    if (/<\/(script|style)|<!--|\r/i.test(text)) throw new Error(`${name} cannot be inlined`);
    return `sha256-${createHash("sha256").update(text).digest("base64")}`;
  };
  return {
    name: "hashes",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk") chunk.code = chunk.code.replaceAll(/<(?=!--|\/?script)/gi, "\\x3C");
      }
    },
    closeBundle() {
      const found = { script: hash("report.js"), style: hash("report.css") };
      writeFileSync(new URL("report.json", DIST), `${JSON.stringify(found, null, 2)}\n`);
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === "test" ? [] : [hashes()])],
  // In tests, components are mounted in a browser's stead.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
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
  test: { environment: "jsdom", include: ["test/**/*.test.ts"] },
}));
