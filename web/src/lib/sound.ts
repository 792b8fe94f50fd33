/** Sounds, synthesised; nothing is loaded, and nothing plays before the first tap. */
import type { SoundName } from "../boards/contract";

const MASTER = 0.25; // −12 dB
const PENTATONIC = [523.25, 587.33, 659.25, 783.99, 880, 1046.5];

let context: AudioContext | null = null;
let master: GainNode | null = null;
let noise: AudioBuffer | null = null;

function start(): boolean {
  if (context) return context.state === "running";
  if (typeof AudioContext !== "function") return false;
  if (!navigator.userActivation?.hasBeenActive) return false;
  context = new AudioContext();
  master = context.createGain();
  master.gain.value = MASTER;
  master.connect(context.destination);
  noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return true;
}

function envelope(at: number, length: number, level: number): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(master!);
  return gain;
}

function tone(
  type: OscillatorType,
  from: number,
  to: number,
  after: number,
  length: number,
  level = 1,
) {
  const at = context!.currentTime + after;
  const oscillator = context!.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, at);
  if (to !== from) oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  oscillator.connect(envelope(at, length, level));
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

function hiss(from: number, to: number, after: number, length: number, level = 1) {
  const at = context!.currentTime + after;
  const source = context!.createBufferSource();
  source.buffer = noise;
  const filter = context!.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 1.4;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(envelope(at, length, level));
  source.start(at, Math.random() * 0.1, length + 0.02);
}

function bell(frequency: number, after: number, length: number, level = 0.6) {
  tone("sine", frequency, frequency, after, length, level);
  tone("sine", frequency * 2.76, frequency * 2.76, after, length * 0.5, level * 0.25);
}

const SOUNDS: Record<SoundName, (step: number) => void> = {
  lift: () => hiss(1800, 1800, 0, 0.012),
  back: () => hiss(1200, 1200, 0, 0.012),
  land: (step) => {
    tone("sine", 140 + 30 * step, 90 + 30 * step, 0, 0.07, 1);
    hiss(1500, 1200, 0, 0.01, 0.6);
  },
  choose: () => tone("triangle", 659.25, 659.25, 0, 0.06, 0.5),
  take_card: () => hiss(2000, 5000, 0, 0.09, 0.5),
  place_card: () => {
    hiss(4000, 2000, 0, 0.05, 0.4);
    tone("sine", 300, 200, 0.02, 0.04, 0.9);
  },
  flip: () => {
    hiss(2000, 5000, 0, 0.05, 0.5);
    hiss(5000, 2500, 0.08, 0.05, 0.5);
  },
  points: (step) => {
    const bells = Math.min(6, Math.max(1, step));
    for (let i = 0; i < bells; i++) bell(PENTATONIC[i]!, i * 0.07, 0.35, 0.45);
  },
  token: () => {
    bell(783.99, 0, 0.25, 0.5);
    bell(1046.5, 0.12, 0.35, 0.5);
  },
  refill: () => {
    for (let i = 0; i < 8; i++)
      hiss(1500 + Math.random() * 500, 1500, Math.random() * 0.7, 0.012, 0.5);
  },
  turn: () => {
    bell(523.25, 0, 0.25, 0.6);
    bell(659.25, 0.11, 0.25, 0.6);
  },
  refused: () => {
    tone("sine", 180, 180, 0, 0.04, 0.9);
    tone("sine", 180, 180, 0.08, 0.04, 0.9);
  },
  last_round: () => bell(261.63, 0, 0.9, 0.8),
  end: () => [261.63, 349.23, 392, 523.25].forEach((note, i) => bell(note, i * 0.16, 0.5, 0.6)),
  win: () => {
    [523.25, 659.25, 783.99, 1046.5].forEach((note, i) => bell(note, i * 0.13, 0.6, 0.55));
    [659.25, 783.99, 1318.5].forEach((note) => bell(note, 0.62, 1.1, 0.4));
  },
  lose: () => [523.25, 440, 392].forEach((note, i) => bell(note, i * 0.22, 0.7, 0.4)),
  tick: () => hiss(1800, 1800, 0, 0.01, 0.4),
  bubble: () => tone("sine", 500, 700, 0, 0.08, 0.5),
};

/** Play a sound; where sound is not possible, nothing happens. */
export function playSound(name: SoundName, step = 1): void {
  try {
    if (start()) SOUNDS[name](step);
    else void context?.resume();
  } catch {
    // sound is never worth an error
  }
}
