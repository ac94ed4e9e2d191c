// Soft sounds, made here: short bursts of filtered noise for wood and stone, two notes for the end.

import type { Situation, StoryEvent } from '../engine/types';
import type { Motion } from './settings.svelte';

interface Knock {
  pitch: number; // Hz, of the filter
  length: number; // s
  loudness: number;
}

const knocks: Record<string, Knock> = {
  seed: { pitch: 2600, length: 0.05, loudness: 0.22 },
  ball: { pitch: 520, length: 0.12, loudness: 0.5 },
  tile: { pitch: 1150, length: 0.07, loudness: 0.4 },
  chip: { pitch: 1700, length: 0.06, loudness: 0.3 },
  die: { pitch: 900, length: 0.05, loudness: 0.4 },
  lift: { pitch: 350, length: 0.08, loudness: 0.18 },
};

/** What pieces that lie on such a board sound like. */
function pieceOf({ shape, hasHeaps }: Pick<Situation, 'shape' | 'hasHeaps'>): Knock {
  if (hasHeaps) return knocks.seed!;
  return shape === 'hexagon' ? knocks.tile! : shape === 'square' ? knocks.chip! : knocks.ball!;
}

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function ready(): AudioContext | null {
  try {
    context ??= new AudioContext();
    void context.resume();
    return context;
  } catch {
    return null; // no sound here
  }
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate * 0.2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

function knock(audio: AudioContext, { pitch, length, loudness }: Knock, at: number): void {
  const source = audio.createBufferSource();
  source.buffer = noiseOf(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * (0.94 + Math.random() * 0.12); // no two pebbles sound alike
  filter.Q.value = 6;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at, Math.random() * 0.05, length + 0.02);
}

function chime(audio: AudioContext, at: number): void {
  for (const [i, pitch] of [392, 523.25, 659.25].entries()) {
    const tone = audio.createOscillator();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    const gain = audio.createGain();
    const start = at + i * 0.14;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 1);
  }
}

/** Two soft knocks: time is getting short. */
export function playAlarm(): void {
  const audio = ready();
  if (!audio) return;
  for (const delay of [0.02, 0.22])
    knock(audio, { pitch: 1900, length: 0.12, loudness: 0.5 }, audio.currentTime + delay);
}

/** The sounds of a ply, about as fast as boards show it. */
export function playStory(situation: Situation, events: StoryEvent[], motion: Motion): void {
  const audio = ready();
  if (!audio) return;
  const beat = motion === 'full' ? Math.max(0.05, Math.min(0.14, 1.4 / Math.max(1, events.length))) : 0.04;
  const piece = pieceOf(situation);
  let at = audio.currentTime + 0.02;
  for (const event of events) {
    if (event.kind === 'roll') for (const delay of [0, 0.09, 0.2, 0.34]) knock(audio, knocks.die!, at + delay);
    else if (event.kind === 'lift') knock(audio, knocks.lift!, at);
    else if (event.kind !== 'pass' && event.kind !== 'keep') knock(audio, piece, at);
    at += beat;
  }
  if (situation.result) chime(audio, at + 0.2);
}
