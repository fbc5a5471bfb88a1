/** A real browser, and what every page must be in it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

/** How many milliseconds to wait for what does come in the end, however busy the machine is. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

export async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
    timeout: PATIENCE,
  });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE));
  // The page speaks the browser's language, and the visits read what it says.
  const open = browser.newContext.bind(browser);
  browser.newContext = (options) => open({ locale: "en-US", ...options });
  return browser;
}

/** Fails on whatever axe finds. */
export async function accessible(page, when) {
  // The page's policy forbids axe's script as any other; here it is let in past it.
  // There are no frames of other sites, and what passed is not asked for: both take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ["violations"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
  assert.deepEqual(found, [], when);
}

/** Fails when a page is wider than its window. */
export async function fits(page) {
  const [overflow, what] = await page.evaluate(() => {
    const beyond = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5);
    return [document.documentElement.scrollWidth - innerWidth, beyond.map(({ tagName, className }) => `${tagName} ${className.baseVal ?? className}`)];
  });
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide: ${what.slice(0, 5)}`);
}
