/** Finds words outside of the catalog: texts in markup, in attributes that people see or hear, and in sentences of scripts. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

/** The sources of the page by their paths. */
const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

/** What has words of its own: the catalog, the report, which is English as all that Rust writes into it, and errors in films, which only programmers see. */
const OTHERS = /^(words|report)\/|^(contract|film)\.ts$/;

/** The attributes of elements and components whose text is seen or heard. */
const SEEN = /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|legend|hint|heading|sentence|whose|error|summary|caption)$/;

/** What is the same in every language: names, notation, commands, and what only programmers read. */
const EXCEPTIONS: readonly (string | RegExp)[] = [
  "Manator",
  "JSON",
  "Elo",
  "THINK HERE",
  "ABCD-EFGH-JKLM",
  "X-Manator-Code",
  "manator new-agent",
  "my-agent",
  /^manator[ -]/,
  /^ugi/,
  // Keys as browsers name them.
  /^(Arrow(Left|Right|Up|Down)|Home|End|Enter|Escape|Tab|Space|Shift)$/,
  // An error that only a mistake of ours can cause.
  /^there is no node/,
  // What the server calls people who have not said their name.
  /^Player$/,
  /^--token YOUR-CODE/,
  // Classes and fonts of drawings.
  /^(frame|label seat|marks|ring) [a-z]+$|^700 56px /,
];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function children(node: Node): readonly (readonly [string, Node])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === "parent" || key === "metadata" || key === "loc"
      ? []
      : (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => [key, child] as const),
  );
}

/** Tells whether a text of the page has a word in it. */
function isWord(text: string): boolean {
  const plain = text.replaceAll(/&\w+;/g, " ").trim();
  return /\p{L}{2}/u.test(plain) && !EXCEPTIONS.some((one) => (typeof one === "string" ? plain.includes(one) : one.test(plain)));
}

/** Tells whether a text in a script is meant for people: several words in a row that are no code, or one with a capital letter. */
function isSentence(text: string): boolean {
  if (!isWord(text)) return false;
  const plain = text.trim();
  return /\p{L}{2,}[,;:]? \p{L}{2,}/u.test(plain) || /^[A-Z][a-z]{2,}…?$/.test(plain);
}

/** The texts that an expression may come to. */
function values(node: Node): readonly (readonly [string, number])[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [[node.value, node.start]] : [];
    case "TemplateLiteral":
      return [
        ...(node.quasis as Node[]).map((quasi) => [(quasi.value as { cooked: string }).cooked, quasi.start] as const),
        ...(node.expressions as Node[]).flatMap(values),
      ];
    case "ConditionalExpression":
      return [...values(node.consequent as Node), ...values(node.alternate as Node)];
    case "LogicalExpression":
    case "BinaryExpression":
      return node.type === "LogicalExpression" || node.operator === "+" ? [...values(node.left as Node), ...values(node.right as Node)] : [];
    default:
      return [];
  }
}

/** Where strings are no words: compared, imported, keys, selectors, classes, addresses. */
function isCode(parent: Node, key: string): boolean {
  if (/^Import|^Export.*Declaration$|^TS/.test(parent.type)) return key === "source" || parent.type.startsWith("TS");
  if (parent.type === "BinaryExpression") return parent.operator !== "+";
  if (parent.type === "Property" || parent.type === "PropertyDefinition") return key === "key" || (parent.key as Node).name === "class";
  if (parent.type === "MemberExpression" || parent.type === "SwitchCase") return true;
  if (parent.type === "CallExpression") {
    const callee = parent.callee as Node;
    const name = String(((callee.property ?? callee) as Node).name ?? "");
    return /^(querySelector(All)?|closest|matches|addEventListener|removeEventListener|setAttribute|removeAttribute|getItem|kept|keep|make|includes|startsWith|set|watch|matchMedia|setClass|get|post|ask|act|link|go)$/.test(name);
  }
  return false;
}

function search(source: string, isMarkup: boolean): string[] {
  const text = isMarkup ? source : `<script lang="ts">${source}</script>`;
  const found: string[] = [];
  const note = (words: string, at: number): void => {
    const line = text.slice(0, at).split("\n").length;
    found.push(`${line}: ${words.trim().replaceAll(/\s+/g, " ")}`);
  };
  const visit = (node: Node, inAttribute: string | undefined): void => {
    if (node.type === "Text" && inAttribute === undefined && isWord(String(node.data))) note(String(node.data), node.start);
    if (node.type === "ExpressionTag" && inAttribute === undefined) {
      for (const [words, at] of values(node.expression as Node)) if (isWord(words)) note(words, at);
    }
    if (node.type === "Attribute" && SEEN.test(String(node.name))) {
      const parts = (Array.isArray(node.value) ? node.value : [node.value]).filter(isNode);
      for (const part of parts) {
        const said = part.type === "Text" ? [[String(part.data), part.start] as const] : values(part.expression as Node);
        for (const [words, at] of said) if (isWord(words)) note(words, at);
      }
    }
    for (const [key, child] of children(node)) {
      if ((key === "css" && child.type === "StyleSheet") || child.type === "StyleSheet") continue;
      const literal = child.type === "Literal" || child.type === "TemplateLiteral";
      if (literal && inAttribute === undefined && !isCode(node, key)) {
        for (const [words, at] of values(child)) if (isSentence(words)) note(words, at);
      }
      const attribute = child.type === "Attribute" || child.type.endsWith("Directive") ? String(child.name) : inAttribute;
      visit(child, /^on/.test(attribute ?? "") ? undefined : attribute);
    }
  };
  visit(parse(text, { modern: true }) as unknown as Node, undefined);
  return [...new Set(found)];
}

test("everything that people see or hear comes from the catalog", () => {
  const sources = Object.entries(SOURCES).map(([path, source]) => [path.replace("../src/", ""), source] as const);
  expect(sources.length).toBeGreaterThan(100);
  const found = sources
    .filter(([name]) => !OTHERS.test(name))
    .flatMap(([name, source]) => search(source, name.endsWith(".svelte")).map((words) => `${name}:${words}`));
  expect(found).toEqual([]);
});

test("words outside of the catalog are found, and code is not taken for words", () => {
  expect(search(`<p title="Close it">Hello {name}</p>`, true)).toEqual(["1: Close it", "1: Hello"]);
  expect(search(`<p>{open ? "shut" : t.page.open}</p><input placeholder={wide ? "write here" : ""} />`, true)).toEqual(["1: shut", "1: write here"]);
  expect(search(`<p class="soft small" data-kind="Text">{t.page.home}, {kind === "knockout" ? 1 : 2}</p>`, true)).toEqual([]);
  expect(search('const said = `You have ${n} moves`; throw new Error("it is gone");', false)).toEqual(["1: You have", "1: it is gone"]);
  expect(search('import a from "../some words"; const d = "M1 5H31"; if (key === "Space bar") go("a b");', false)).toEqual([]);
});
