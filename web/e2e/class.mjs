/**
 * Serves a class with the real program and visits it in Chromium: `node e2e/class.mjs MANATOR [PICTURES]`.
 *
 * The instructor begins, games are watched, a student looks at them. Fails on any message in the console and on
 * whatever axe finds. With a folder for pictures, every view is taken there.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { accessible, fits, launch } from "./browser.mjs";

const [program, pictures] = process.argv.slice(2);
assert.ok(program, "usage: node e2e/class.mjs MANATOR [PICTURES]");
const folder = mkdtempSync(join(tmpdir(), "manator-class-"));
const hostile = "<img src=x onerror=alert(1)>";
const roster = `
title = "Winter term"
game = "joust"
games = 2
time = "300ms/move"
[[student]]
name = "Ada"
code = "ada-of-the-class"
[[student]]
name = "${hostile}"
[[player]]
name = "the house"
agent = "champion"
[[player]]
name = "greedy"
agent = "greedy"
`;
writeFileSync(join(folder, "class.toml"), roster);

const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
const words = ["class", "serve", "class.toml", "--address", "127.0.0.1:0", "--patience", "1s"];
const server = spawn(resolve(program), words, { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
let said = "";
const address = await new Promise((found, failed) => {
  const hear = (bytes) => {
    said += bytes;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
    if (url) found(url[0]);
  };
  server.stdout.on("data", hear);
  server.stderr.on("data", hear);
  server.on("exit", (status) => failed(new Error(`it ended with ${status}: ${said}`)));
});
const codes = readFileSync(join(folder, "class.codes.toml"), "utf8");
const code = /instructor\s*=\s*"([^"]+)"/.exec(codes)?.[1];
assert.ok(code, `no code of the instructor: ${codes}`);

const browser = await launch();
const trouble = [];
const views = [
  { name: "wide", viewport: { width: 1400, height: 1000 }, colorScheme: "light" },
  { name: "narrow", viewport: { width: 360, height: 800 }, colorScheme: "dark" },
];

async function open(view, path) {
  const context = await browser.newContext({ bypassCSP: true, ...view });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(address + path);
  return page;
}

async function enter(page, own) {
  await page.getByLabel("Your code").fill(own);
  await page.getByRole("button", { name: "Enter" }).click();
}

async function look(page, name, view) {
  await accessible(page, `${name}, ${view.name}`);
  await fits(page);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${view.name}.png`), fullPage: true });
}

try {
  const [wide] = views;
  const waiting = await open(wide, "/");
  await waiting.getByText(hostile).first().waitFor();
  await look(waiting, "waiting", wide);
  const instructor = await open(wide, "/instructor");
  await enter(instructor, code);
  await look(instructor, "instructor", wide);
  await instructor.getByRole("button", { name: "Begin" }).click();
  await waiting.locator("svg .piece").first().waitFor();
  await look(waiting, "playing", wide);
  await instructor.getByText("All games are over.").waitFor({ timeout: 120_000 });
  for (const view of views) {
    const games = await open(view, "/");
    await games.getByText("the house").first().waitFor();
    await look(games, "over", view);
    const student = await open(view, "/student");
    await enter(student, "ada-of-the-class");
    await student.getByText("did not come").first().waitFor();
    await look(student, "student", view);
    const teacher = await open(view, "/instructor");
    await enter(teacher, code);
    await teacher.getByText("All games are over.").waitFor();
    await look(teacher, "instructor-over", view);
  }
  assert.deepEqual(trouble, []);
  console.log("class: ok");
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
