/**
 * Sounds, made on the spot: wood, stone, fire, a bell.
 *
 * A page must not be heard before somebody has touched it; until then every sound is left out.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { preferences } from "../ui/preferences.svelte";

export type Sound = "move" | "capture" | "burn" | "danger" | "refused" | "won" | "lost" | "end" | "low" | "note";

let context: AudioContext | undefined;

function wake(): void {
  context ??= globalThis.AudioContext ? new AudioContext() : undefined;
  if (context?.state === "suspended") void context.resume();
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { passive: true });

interface Tone {
  readonly from: number;
  readonly to?: number;
  readonly at?: number;
  readonly length: number;
  readonly volume: number;
  readonly shape?: OscillatorType;
}

function tone(audio: AudioContext, { from, to = from, at = 0, length, volume, shape = "sine" }: Tone): void {
  const begin = audio.currentTime + at;
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: from });
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length);
  oscillator.connect(swell(audio, begin, length, volume));
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** Noise through a filter that closes: a knock when short, a flame when long. */
function rush(audio: AudioContext, frequency: number, length: number, volume: number): void {
  const begin = audio.currentTime;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 1.2 });
  filter.frequency.exponentialRampToValueAtTime(frequency / 3, begin + length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(filter).connect(swell(audio, begin, length, volume));
  source.start(begin);
}

function swell(audio: AudioContext, begin: number, length: number, volume: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + Math.min(0.008, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(audio.destination);
  return gain;
}

/** One note after the other, like a bell. */
function chord(audio: AudioContext, notes: readonly number[]): void {
  for (const [step, from] of notes.entries()) tone(audio, { from, at: 0.13 * step, length: 0.9, volume: 0.18 });
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  move(audio) {
    rush(audio, 1800, 0.05, 0.5);
    tone(audio, { from: 240, to: 120, length: 0.09, volume: 0.3 });
  },
  capture(audio) {
    rush(audio, 2600, 0.07, 0.7);
    tone(audio, { from: 180, to: 70, length: 0.16, volume: 0.45, shape: "triangle" });
  },
  burn(audio) {
    rush(audio, 900, 0.45, 0.35);
    tone(audio, { from: 240, to: 120, length: 0.09, volume: 0.25 });
  },
  refused(audio) {
    tone(audio, { from: 170, to: 140, length: 0.18, volume: 0.14, shape: "square" });
  },
  // After the sound of the move: two notes that do not rest.
  danger(audio) {
    for (const [step, from] of [622.25, 440].entries()) {
      tone(audio, { from, at: 0.12 + 0.11 * step, length: 0.22, volume: 0.16, shape: "triangle" });
    }
  },
  note(audio) {
    [587.33, 783.99].forEach((from, step) => tone(audio, { from, at: 0.09 * step, length: 0.25, volume: 0.14 }));
  },
  won: (audio) => chord(audio, [523.25, 659.25, 783.99, 1046.5]),
  lost: (audio) => chord(audio, [440, 392, 329.63, 261.63]),
  end: (audio) => chord(audio, [392, 523.25, 659.25]),
  low(audio) {
    for (const at of [0, 0.16]) tone(audio, { from: 880, at, length: 0.12, volume: 0.2 });
  },
};

/** Makes a sound, if people want to hear any. */
export function sound(name: Sound): void {
  if (preferences.sound && context?.state === "running") SOUNDS[name](context);
}
