/** Where the topics of a page stand, from what its socket hears. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export class Topics {
  states = new Map();

  /** Takes a message in; returns its topic, if it has one. */
  hear(text) {
    const { topic, data, set, add = {}, put = {}, remove = [] } = JSON.parse(text);
    const before = this.states.get(topic);
    if (topic === undefined || (data === undefined && !before)) return undefined;
    const next = data === undefined ? { ...before, ...set } : data;
    for (const [name, [keep, more, last = 0]] of Object.entries(add)) {
      const old = before[name];
      next[name] = typeof more === "string" ? old.slice(0, keep) + more : [...old.slice(0, keep), ...more, ...old.slice(old.length - last)];
    }
    for (const [name, elements] of Object.entries(put)) {
      next[name] = [...before[name]];
      for (const [index, value] of elements) next[name][index] = value;
    }
    for (const name of remove) delete next[name];
    this.states.set(topic, next);
    return topic;
  }

  get(topic) {
    return this.states.get(topic);
  }

  clear() {
    this.states.clear();
  }
}
