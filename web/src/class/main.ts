/** Shows the page of a class that the address names. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import "../theme.css";
import "../board/board.css";
import "./class.css";
import { fill, h } from "./dom";
import { withCode } from "./gate";
import { instructor } from "./instructor";
import { student } from "./student";
import { watch } from "./watch";

const PAGES = [
  ["/", "Games"],
  ["/student", "Student"],
  ["/instructor", "Instructor"],
] as const;

const target = document.getElementById("page");
if (target) {
  const title = h("h1", {}, "Manator");
  const link = ([path, text]: (typeof PAGES)[number]): HTMLElement =>
    h("a", { href: path, ...(path === location.pathname && { "aria-current": "page" }) }, text);
  const main = h("main");
  fill(target, h("header", {}, title, h("nav", {}, ...PAGES.map(link))), main);
  if (location.pathname === "/student") withCode(main, "from your instructor", student);
  else if (location.pathname === "/instructor") withCode(main, "as the instructor", instructor);
  else {
    watch(main, (known) => {
      const name = known.title === "" ? "Manator" : known.title;
      if (title.textContent !== name) title.textContent = document.title = name;
    });
  }
}
