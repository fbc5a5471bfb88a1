/** Options as text: `name=value name=value`, as the command line and the server read them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { OptionCard } from "../../contract";
import { t } from "../../words";

/** Says which values there are, where they are not listed. */
export function values(option: OptionCard): string {
  if (option.kind === "choice") return "";
  return option.kind === "text" ? option.form : t.ui.range(option.min, option.max);
}

/** Says what is wrong with a value, if the client can tell; the server knows best. */
export function fault(option: OptionCard, value: string): string | undefined {
  if (value === "") return undefined;
  if (/\s/.test(value)) return t.ui.noSpaces;
  if (option.kind !== "integer") return undefined;
  if (!/^\d{1,20}$/.test(value)) return t.ui.wholeNumber;
  const [number, min, max] = [BigInt(value), BigInt(option.min), BigInt(option.max)];
  return number < min || number > max ? t.ui.between(String(min), String(max)) : undefined;
}

/** Writes what was chosen; what is empty stays at its default. */
export function written(chosen: Readonly<Record<string, string>>, between = " "): string {
  return Object.entries(chosen)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${value}`)
    .join(between);
}
