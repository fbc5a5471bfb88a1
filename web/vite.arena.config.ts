/**
 * Builds the page of the arena, of a server and of a class: one document, one style, an icon, a script that chooses the
 * language, one for the first board and what is played there, and a script for each other view and each other language,
 * which is loaded when it is wanted.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** What the first board needs: found from here, kept in one script. */
const START = "/src/arena/start.ts";

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

/** What the build knows of a module: what it always imports. */
type Info = (id: string) => { readonly importedIds: readonly string[] } | null;

/** Returns all modules that a module needs before it runs. */
function needed(from: string, info: Info, found = new Set<string>()): Set<string> {
  found.add(from);
  for (const id of info(from)?.importedIds ?? []) if (!found.has(id)) needed(id, info, found);
  return found;
}

let first: Set<string> | undefined;

/** Tells whether the first board needs a module. */
function isFirst(id: string, info: Info): boolean {
  first ??= needed(import.meta.dirname + START, info);
  return first.has(id);
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
        entryFileNames: "views/begin.js",
        chunkFileNames: ({ name }) => (name === "start" ? "arena.js" : "views/[name].js"),
        assetFileNames: "arena.[ext]",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The language is chosen before the rest is there, with what the build adds to load it.
            { name: "words", priority: 1, test: /\/src\/words\/(index|language|en\/[a-z]+)\.ts$|preload-helper|^\0rolldown/ },
            { debugName: "start", name: (id, context) => (isFirst(id, (one) => context.getModuleInfo(one)) ? "start" : null) },
          ],
        },
      },
    },
  },
});
