/** What is said about what people write to each other, and the phrases they may choose from. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Phrase } from "../../contract";

export const words = {
  title: "Messages",
  unread: (count: number) => `${count} new`,
  close: "Close the messages",
  empty: "Nothing was written yet.",
  private: "Only those who play see this; it is not kept.",
  write: "Write a message",
  send: "Send",
  phrases: {
    hello: "Hello!",
    "good-luck": "Good luck!",
    "nice-move": "Nice move!",
    oops: "Oops!",
    "one-moment": "One moment, please.",
    thanks: "Thank you!",
    "good-game": "Good game!",
    bye: "Goodbye!",
  } satisfies Record<Phrase, string>,
  phrase: "Phrases",
  switch: "Show messages of the other players",
} as const;
