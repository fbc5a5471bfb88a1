/** The instructor's page: begin and pause, who is here, what went wrong, everything to take home. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { InstructorPage } from "../contract";
import { ask, Refused } from "./data";
import { button, fill, h, named } from "./dom";
import { saved } from "./student";

const FILES: readonly (readonly [string, string])[] = [
  ["grades.csv", "Grades (CSV)"],
  ["records.game", "All records"],
  ["store.db", "The whole store"],
];

const message = h("p", { role: "status" });
let told = "";

/** Shows how the class is, and what can be done about it. */
export async function instructor(inner: Element): Promise<void> {
  const text = await (await ask("/api/instructor")).text();
  if (text === told && inner.hasChildNodes()) return;
  told = text;
  const now = JSON.parse(text) as InstructorPage;
  const absent = now.students.filter((one) => one.here === "absent").length;
  const act = (path: string, question: string) => (): void => {
    if (question === "" || confirm(question)) void doIt(path);
  };
  const missing = absent > 0 ? `${absent} of the class are not here. Begin all the same?` : "";
  const controls = {
    waiting: button("Begin", "main", act("begin", missing)),
    playing: button("Pause", "main", act("pause", "")),
    paused: button("Go on", "main", act("begin", "")),
    over: h("p", { class: "good" }, "All games are over."),
  };
  const downloads = FILES.map(([file, title]) => button(title, "plain", () => void load(file)));
  const pause = now.phase === "playing" ? "Games that have begun are played to their end; no other begins." : "";
  fill(
    inner,
    h("section", { class: "card" }, h("h2", {}, "The tournament"), h("div", { class: "row" }, controls[now.phase]), pause !== "" && h("p", { class: "soft" }, pause), message),
    h("section", { class: "card" }, h("h2", {}, "Take home"), h("div", { class: "row" }, ...downloads)),
    h("section", { class: "card" }, h("h2", {}, "Who is here"), students(now)),
    h("section", { class: "card" }, h("h2", {}, "What went wrong"), mishaps(now)),
  );
}

function students(now: InstructorPage): HTMLElement {
  const rows = now.students.map((one) => {
    const program = one.examined === null ? "" : !one.examined ? "being examined" : one.failed === 0 ? "examined" : `examined, ${one.failed} failed`;
    return h("tr", {}, h("td", { class: "number" }, one.number), h("th", { scope: "row" }, named(one.name)), h("td", {}, h("span", { class: `chip ${one.here}` }, one.here)), h("td", { class: one.failed ? "bad" : "" }, program));
  });
  const head = ["#", "Name", "Agent", "Uploaded program"].map((text) => h("th", { scope: "col" }, text));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
}

function mishaps(now: InstructorPage): HTMLElement {
  if (now.mishaps.length === 0) return h("p", { class: "soft" }, "Nothing so far.");
  const name = (who: number): HTMLElement => named(now.students[who]?.name ?? "house");
  const rows = now.mishaps.toReversed().map((one) => h("li", {}, h("b", {}, one.kind), ` game ${one.game}: `, name(one.who), ` ${one.words}`));
  return h("ol", { class: "mishaps" }, ...rows);
}

async function doIt(path: string): Promise<void> {
  try {
    await ask(`/api/instructor/${path}`, { method: "POST" });
    fill(message);
    told = "";
  } catch (error) {
    message.className = "bad";
    fill(message, error instanceof Refused ? error.message : "The server does not answer.");
  }
}

async function load(file: string): Promise<void> {
  try {
    saved(await (await ask(`/api/instructor/${file}`)).blob(), file);
    fill(message);
  } catch (error) {
    message.className = "bad";
    fill(message, error instanceof Refused ? error.message : "The server does not answer.");
  }
}
