/** A student's own page: results, what went wrong, a program to upload. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { BoardView } from "../board/view";
import { frames } from "../film";
import type { Finding, Presence, StudentGame, StudentPage } from "../contract";
import { ask, Refused } from "./data";
import { button, fill, h, named, svg } from "./dom";

const HERE: Record<Presence, string> = {
  connected: "Your agent is connected, and waits for its next game.",
  playing: "Your agent is connected, and plays.",
  uploaded: "Your uploaded program plays for you while no agent of yours is connected.",
  absent: "Nobody plays for you yet: connect an agent, or upload a program.",
};
const SIGNS: Readonly<Record<string, string>> = { ok: "✓", skip: "–", warn: "!", fail: "✗" };

const state = { told: "", opened: new Map<string, HTMLElement>(), message: h("p", { role: "status" }) };

/** Shows everything about a student, and only what has changed since. */
export async function student(inner: Element): Promise<void> {
  const text = await (await ask("/api/student")).text();
  if (text === state.told && inner.hasChildNodes()) return;
  state.told = text;
  const own = JSON.parse(text) as StudentPage;
  // A file that was chosen stays chosen.
  const form = inner.querySelector("form") ?? upload(own.uploadMax);
  fill(
    inner,
    h("section", { class: "card" }, h("h2", {}, "Hello, ", named(own.name)), h("p", {}, HERE[own.here]), summary(own)),
    h("section", { class: "card" }, h("h2", {}, "Your program"), program(own), form, state.message),
    h("section", { class: "card" }, h("h2", {}, "Connect from your own machine"), connect()),
    h("section", { class: "card" }, h("h2", {}, "Your games"), games(own)),
  );
}

function summary(own: StudentPage): HTMLElement | null {
  const grade = own.grade;
  if (!grade || grade.games === 0) return null;
  const rating = grade.elo === null ? "" : `, rating ${grade.elo.toFixed(0)} ± ${grade.error?.toFixed(0) ?? "?"}`;
  return h("p", { class: "big" }, `Place ${grade.place}: ${grade.points} points in ${grade.games} games${rating}`);
}

function connect(): HTMLElement {
  const port = location.port === "" ? "80" : location.port;
  const command = `manator agent -h ${location.hostname} -p ${port} --token YOUR-CODE -- ./my_agent`;
  return h("div", {}, h("pre", {}, command), h("p", { class: "soft" }, "If the connection is lost, start it again: it takes up its next game."));
}

function program(own: StudentPage): HTMLElement {
  if (!own.program) return h("p", { class: "soft" }, "None is uploaded.");
  const { files, bytes, received, words, findings } = own.program;
  const when = new Date(received).toLocaleTimeString();
  const line = h("p", {}, h("code", {}, words), ` — ${files.length} file${files.length === 1 ? "" : "s"}, ${Math.ceil(bytes / 1024)} KiB, received ${when}`);
  if (!findings) return h("div", {}, line, h("p", { class: "busy" }, "It is being examined in the sandbox, and plays afterwards."));
  const bad = findings.filter((one) => one.grade === "fail").length;
  const verdict = bad === 0 ? h("p", { class: "good" }, "Nothing failed in its examination.") : h("p", { class: "bad" }, `${bad} of ${findings.length} things failed. It plays, but will lose games by that.`);
  const open = bad > 0 ? { open: "" } : {};
  return h("div", {}, line, verdict, h("details", open as Record<string, string>, h("summary", {}, "The examination"), h("ul", { class: "findings" }, ...findings.map(finding))));
}

function finding(one: Finding): HTMLElement {
  return h(
    "li",
    { class: one.grade },
    h("b", {}, `${SIGNS[one.grade] ?? ""} ${one.name}`),
    ` ${one.found}`,
    ...one.quotes.map((quote) => h("pre", {}, quote)),
    one.fix !== null && h("p", {}, `To do: ${one.fix}`),
  );
}

function upload(max: number): HTMLFormElement {
  const input = h("input", { type: "file", multiple: "", id: "files", required: "" });
  const send = h("button", { type: "submit", class: "main" }, "Upload");
  const mib = Math.floor(max / 1048576);
  const form = h(
    "form",
    {},
    h("label", { for: "files" }, `One file (.py, .js, .jar, a script with #!, a program for Linux), or several with one called run, run.py, …; at most ${mib} MiB`),
    h("div", { class: "row" }, input, send),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bytes = [...(input.files ?? [])].reduce((sum, file) => sum + file.size, 0);
    if (bytes > max) say("bad", `That is more than ${mib} MiB.`);
    else void sent(form, input, send);
  });
  return form;
}

async function sent(form: HTMLFormElement, input: HTMLInputElement, send: HTMLButtonElement): Promise<void> {
  const body = new FormData();
  for (const file of input.files ?? []) body.append("file", file, file.name);
  send.disabled = true;
  try {
    await ask("/api/student/program", { method: "POST", body });
    say("good", "Received. It is examined now.");
    form.reset();
    state.told = "";
  } catch (error) {
    say("bad", error instanceof Refused ? error.message : "It did not arrive: perhaps it is too large.");
  }
  send.disabled = false;
}

function say(kind: string, words: string): void {
  state.message.className = kind;
  fill(state.message, words);
}

function games(own: StudentPage): HTMLElement {
  if (own.games.length === 0) return h("p", { class: "soft" }, "None is over yet.");
  const rows = own.games.map((game) => {
    const others = game.names.filter((_, seat) => seat !== game.seat);
    const names = others.flatMap((name, at) => (at === 0 ? [named(name)] : [", ", named(name)]));
    const place = h("div", { class: "record" });
    const before = state.opened.get(game.id);
    const toggle = button(before ? "Close" : "Show", "plain", () => {
      if (state.opened.delete(game.id)) {
        fill(place);
        toggle.textContent = "Show";
      } else {
        toggle.textContent = "Close";
        void open(game.id, place);
      }
    });
    if (before) place.append(before);
    return h(
      "li",
      { class: game.result },
      h("div", { class: "row" }, h("b", { class: "result" }, game.result), h("span", {}, `game ${game.id} against `, ...names), toggle),
      h("small", {}, `${game.words}, ${game.plies} moves`),
      game.blame !== null && h("p", { class: "bad" }, h("b", {}, game.fault ?? ""), ` — your agent ${game.blame}`),
      place,
    );
  });
  return h("ol", { class: "own" }, ...rows);
}

async function open(id: string, place: HTMLElement): Promise<void> {
  const told = (await (await ask(`/api/student/games/${encodeURIComponent(id)}`)).json()) as StudentGame;
  const save = button("Save the record", "plain", () => saved(new Blob([told.record]), `${id}.game`));
  const inner = h("div", { class: "replay" });
  const pictures = frames(told.film);
  const drawing = svg();
  const view = new BoardView(drawing, told.board);
  view.face(told.seat);
  const slider = h("input", { type: "range", min: "0", max: String(pictures.length - 1), "aria-label": "Move" });
  const show = (): void => {
    const picture = pictures[Number(slider.value)];
    if (picture) view.show(picture.pieces, picture.lastMove);
    drawing.setAttribute("aria-label", `game ${id}, after ${slider.value} moves`);
  };
  slider.addEventListener("input", show);
  slider.value = slider.max;
  show();
  fill(
    inner,
    h("div", { class: "film" }, drawing, slider),
    h("div", {}, told.notes !== null && h("div", {}, h("h3", {}, "What your agent said last"), h("pre", {}, told.notes.replaceAll(" / ", "\n"))), h("pre", { class: "text", tabindex: "0", "aria-label": "Record" }, told.record), save),
  );
  state.opened.set(id, inner);
  fill(place, inner);
}

/** Lets the browser save something. */
export function saved(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
