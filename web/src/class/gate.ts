/** Asks for a code before anything that only its owner may see. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { code, keep, Refused } from "./data";
import { button, fill, h } from "./dom";

/** How often a page of a student or of the instructor asks anew, in milliseconds. */
const EVERY = 2000;

/** Shows a form for the code, then what `show` makes of it, again and again. */
export function withCode(target: Element, whose: string, show: (inner: Element) => Promise<void>): void {
  const inner = h("div");
  const enter = (why: string): void => {
    const input = h("input", {
      id: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      placeholder: "ABCD-EFGH-JKLM",
      required: "",
    });
    const form = h(
      "form",
      { class: "card code" },
      h("label", { for: "code" }, `Your code, ${whose}`),
      h("div", { class: "row" }, input, h("button", { type: "submit", class: "main" }, "Enter")),
      why !== "" && h("p", { class: "bad", role: "alert" }, why),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      keep(input.value);
      void turn();
    });
    fill(target, form);
    input.focus();
  };
  const turn = async (): Promise<void> => {
    try {
      await show(inner);
      if (!target.contains(inner)) {
        const leave = button("Forget the code", "plain", () => {
          keep("");
          enter("");
        });
        fill(target, inner, h("p", { class: "soft" }, leave));
      }
    } catch (error) {
      if (error instanceof Refused && [401, 403].includes(error.status)) {
        keep("");
        enter(error.message);
        return;
      }
      // The server is gone for a moment, or for good: what is shown stays.
    }
    setTimeout(() => {
      if (code() !== "" && target.isConnected) void turn();
    }, EVERY);
  };
  if (code() === "") enter("");
  else void turn();
}
