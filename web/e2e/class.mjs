/**
 * Serves a class with the real program and visits it in Chromium: `node e2e/class.mjs MANATOR [PICTURES]`.
 *
 * The instructor begins, games are watched, a student uploads a program and looks at a game. Fails on any message in the
 * console and on whatever axe finds. With a folder for pictures, every view is taken there.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { accessible, fits, launch } from "./browser.mjs";

const [program, pictures] = process.argv.slice(2);
assert.ok(program, "usage: node e2e/class.mjs MANATOR [PICTURES]");
const folder = mkdtempSync(join(tmpdir(), "manator-class-"));
// Whoever runs uploaded programs must be able to read them.
chmodSync(folder, 0o755);
const hostile = "<img src=x onerror=alert(1)>";
const roster = `
title = "Winter term"
game = "joust"
games = 2
time = "600ms/move"
[[student]]
name = "Ada"
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
const ada = /name\s*=\s*"Ada"[^[]*?code\s*=\s*"([^"]+)"/.exec(codes)?.[1];
assert.ok(ada, `no code of Ada: ${codes}`);

const browser = await launch();
const trouble = [];
const views = [
  { name: "wide-light", axe: true, viewport: { width: 1400, height: 1000 }, colorScheme: "light" },
  { name: "narrow-dark", axe: true, viewport: { width: 360, height: 800 }, colorScheme: "dark", hasTouch: true },
  // For people who look at the pictures.
  { name: "wide-dark", viewport: { width: 1400, height: 1000 }, colorScheme: "dark" },
  { name: "narrow-light", viewport: { width: 360, height: 800 }, colorScheme: "light", hasTouch: true },
].filter(({ axe }) => axe || pictures !== undefined);

async function open({ axe, name, ...view }, path) {
  const context = await browser.newContext({ bypassCSP: true, ...view });
  const page = await context.newPage();
  page.on("console", (message) => trouble.push(`console: ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  await page.goto(address + path);
  return page;
}

async function enter(page, own) {
  await page.getByLabel("Your code").fill(own);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Forget the code" }).waitFor();
}

async function look(page, name, view) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${view.name}.png`), fullPage: true });
  await fits(page);
  if (view.axe) await accessible(page, `${name}, ${view.name}`);
}

/** A wrong code is refused in words. */
async function wrong(view) {
  const page = await open(view, "/student");
  page.removeAllListeners("console");
  await page.getByLabel("Your code").fill("no-such-code");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByText("nobody has this code").waitFor();
  await look(page, "code", view);
}

/** Watches a class that plays. */
async function playing(page, view) {
  await page.locator(".tile canvas").first().waitFor();
  await look(page, "playing", view);
}

try {
  const [wide] = views;
  const watchers = await Promise.all(views.map((view) => open(view, "/")));
  await watchers[0].getByText(hostile).first().waitFor();
  await look(watchers[0], "waiting", wide);
  const instructor = await open(wide, "/instructor");
  await enter(instructor, code);
  await look(instructor, "instructor", wide);
  await wrong(wide);
  await instructor.getByRole("button", { name: "Begin", exact: true }).click();
  await instructor.getByRole("button", { name: "Begin all the same" }).click();
  await Promise.all(views.map((view, at) => playing(watchers[at], view)));
  await instructor.getByText("All games are over.").waitFor({ timeout: 120_000 });
  for (const view of views) {
    const games = await open(view, "/");
    await games.getByText("the house").first().waitFor();
    await look(games, "over", view);
    const student = await open(view, "/student");
    await enter(student, ada);
    await student.getByText("did not come").first().waitFor();
    await student.getByLabel("Upload a program").setInputFiles({ name: "agent.py", mimeType: "text/x-python", buffer: Buffer.from("print(1)") });
    await student.getByRole("button", { name: "Upload", exact: true }).click();
    await student.getByText("Received. It is examined now.").waitFor();
    await student.getByText(/things failed|Nothing failed/).waitFor();
    await student.getByRole("button", { name: "Show game" }).first().click();
    await student.locator(".replay .board").first().waitFor();
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
