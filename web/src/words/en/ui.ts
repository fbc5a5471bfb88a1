/** Fields, buttons, clocks and notices that every view has. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const ui = {
  close: "Close",
  dismiss: "Dismiss",
  copy: "Copy",
  copied: "Copied",
  copyYourself: "Please select and copy it yourself",
  timeLeft: (minutes: number, seconds: number) => `${minutes > 0 ? `${minutes} min ` : ""}${seconds} s left`,
  notSet: "not set",
  usual: (value: string) => `${value} (usual)`,
  range: (min: number | string, max: number | string) => `${min} to ${max}`,
  noSpaces: "no spaces, please",
  wholeNumber: "a whole number, please",
  between: (min: number | string, max: number | string) => `between ${min} and ${max}, please`,
};
