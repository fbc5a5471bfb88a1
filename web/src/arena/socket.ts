/**
 * The connection to the server: topics that are told whenever they change, and questions with answers.
 *
 * It reconnects by itself after an interruption, and then everything watched is told anew.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { applied, type Difference, type State } from "./difference";
import { t } from "../words";

type Listener = (data: never) => void;

/** What the server says to somebody who wants to listen. */
export type Answer = { readonly ok: unknown } | { readonly error: string };

interface Watched {
  readonly listeners: Set<Listener>;
  readonly keys: Set<string>;
  readonly answers: Set<(answer: Answer) => void>;
  /** Where it stands, for whoever comes later, and for what is told next. */
  last: unknown;
}

/** What the server says: the answer to a question, or where a topic stands, or how that has changed. */
interface Message extends Difference {
  readonly re?: number;
  readonly ok?: unknown;
  readonly error?: string;
  readonly topic?: string;
  readonly data?: unknown;
}

interface Question {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The pauses before the next attempts, in milliseconds; the last is repeated. */
const RETRY_MS = [200, 500, 1000, 2000];
/** How long an answer may take, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

export class Connection {
  private socket: WebSocket | undefined;
  private readonly topics = new Map<string, Watched>();
  private readonly questions = new Map<number, Question>();
  /** The numbers under which topics were asked for last. */
  private readonly requests = new Map<number, string>();
  private readonly states = new Set<(open: boolean) => void>();
  private next = 1;
  private failures = 0;

  constructor(private readonly address: string) {
    this.connect();
  }

  /** Says whether it is open, now and whenever that changes. */
  onState(listener: (open: boolean) => void): () => void {
    this.states.add(listener);
    listener(this.socket?.readyState === WebSocket.OPEN);
    return () => void this.states.delete(listener);
  }

  /**
   * Listens to a topic until the returned function is called.
   *
   * Keys say which seats of a game are ours; `onanswer` is told whether there is anything to listen to.
   */
  watch<T>(
    topic: string,
    listener: (data: T) => void,
    keys: readonly string[] = [],
    onanswer?: (answer: Answer) => void,
  ): () => void {
    let watched = this.topics.get(topic);
    const isNew = watched === undefined;
    watched ??= { listeners: new Set(), keys: new Set(), answers: new Set(), last: undefined };
    const told = listener as Listener;
    watched.listeners.add(told);
    if (onanswer) watched.answers.add(onanswer);
    const more = keys.filter((key) => !watched.keys.has(key));
    for (const key of more) watched.keys.add(key);
    this.topics.set(topic, watched);
    if (isNew || more.length > 0) this.request(topic, watched);
    else if (watched.last !== undefined) listener(watched.last as T);
    return () => {
      watched.listeners.delete(told);
      if (onanswer) watched.answers.delete(onanswer);
      if (watched.listeners.size > 0 || this.topics.get(topic) !== watched) return;
      this.topics.delete(topic);
      this.say({ do: "unwatch", topic });
    };
  }

  /** Asks for something; the error of a refusal is a sentence for people. */
  ask<T>(what: string, details: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Error(t.play.unreachable));
        return;
      }
      const n = this.next++;
      this.questions.set(n, { resolve: resolve as Question["resolve"], reject });
      setTimeout(() => this.settle(n, undefined, t.play.noAnswer), ANSWER_TIMEOUT_MS);
      this.socket.send(JSON.stringify({ n, do: what, ...details }));
    });
  }

  private request(topic: string, { keys }: Watched): void {
    const n = this.next++;
    this.requests.set(n, topic);
    this.say({ n, do: "watch", topic, keys: [...keys] });
  }

  private say(message: Readonly<Record<string, unknown>>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ n: 0, ...message }));
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failures = 0;
      this.requests.clear();
      for (const [topic, watched] of this.topics) this.request(topic, watched);
      for (const listener of this.states) listener(true);
    });
    socket.addEventListener("message", (event) => this.hear(String(event.data)));
    socket.addEventListener("close", () => {
      for (const n of [...this.questions.keys()]) this.settle(n, undefined, t.play.broke);
      for (const listener of this.states) listener(false);
      const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
      this.failures += 1;
      setTimeout(() => this.connect(), pause);
    });
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.re !== undefined) {
      this.settle(message.re, message.ok, message.error);
      this.requested(message.re, message.error === undefined ? { ok: message.ok } : { error: message.error });
    }
    const watched = message.topic === undefined ? undefined : this.topics.get(message.topic);
    if (!watched) return;
    if ("data" in message) watched.last = message.data;
    // What is told after the last state that was unwatched, and before the next, belongs to nothing.
    else if (typeof watched.last === "object" && watched.last) watched.last = applied(watched.last as State, message);
    else return;
    for (const listener of watched.listeners) listener(watched.last as never);
  }

  private requested(n: number, answer: Answer): void {
    const topic = this.requests.get(n);
    this.requests.delete(n);
    if (topic === undefined) return;
    for (const answered of this.topics.get(topic)?.answers ?? []) answered(answer);
  }

  private settle(n: number, answer: unknown, error: string | undefined): void {
    const question = this.questions.get(n);
    if (!question) return;
    this.questions.delete(n);
    if (error === undefined) question.resolve(answer as never);
    else question.reject(new Error(error));
  }
}

const scheme = location.protocol === "https:" ? "wss" : "ws";
let opened: Connection | undefined;

/** Returns the one connection of this page. */
export function connection(): Connection {
  opened ??= new Connection(`${scheme}://${location.host}/api/socket`);
  return opened;
}
