/** The real program, started, killed and started again. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A server with a store of its own, at a port that stays the same. */
export class Server {
  /** `pace` is the least time of a move of an agent, in milliseconds. */
  constructor(program, pace = 0) {
    this.program = resolve(program);
    this.pace = pace;
    this.folder = mkdtempSync(join(tmpdir(), "manator-arena-"));
    this.port = 0;
  }

  async start(...more) {
    // Started again, it may find that another connection of this machine has its port just then.
    for (let attempts = this.port === 0 ? 1 : 20; ; attempts -= 1) {
      try {
        return await this.#start(more);
      } catch (error) {
        if (attempts <= 1) throw error;
        await new Promise((later) => setTimeout(later, 500));
      }
    }
  }

  async #start(more) {
    const words = ["arena", "--port", String(this.port), "--store", join(this.folder, "store.db"), "--pace", String(this.pace), ...more];
    const env = { ...process.env, XDG_DATA_HOME: this.folder, XDG_CONFIG_HOME: this.folder };
    this.child = spawn(this.program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    this.address = await new Promise((found, failed) => {
      const hear = (bytes) => {
        said += bytes;
        const url = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (!url) return;
        this.port = Number(url[1]);
        found(url[0]);
      };
      this.child.stdout.on("data", hear);
      this.child.stderr.on("data", hear);
      this.child.on("exit", (status) => failed(new Error(`it ended with ${status}: ${said}`)));
    });
    return this.address;
  }

  /** Returns what the catalog knows of each game. */
  async games() {
    return (await (await fetch(`${this.address}/api/catalog`)).json()).games;
  }

  /** Ends it as a power cut would. */
  async kill(signal = "SIGKILL") {
    const gone = new Promise((ended) => this.child.on("exit", ended));
    this.child.kill(signal);
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
