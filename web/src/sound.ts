// Short sounds, made here: no file is needed. They can be switched off.

import { prefs } from './prefs';

export type Sound = 'move' | 'capture' | 'check' | 'right' | 'wrong' | 'end';

/** Tones one after the other: height in hertz, length in seconds. */
const TONES: Record<Sound, [number, number][]> = {
  move: [[190, 0.05]],
  capture: [[140, 0.04], [230, 0.05]],
  check: [[520, 0.06], [660, 0.09]],
  right: [[523, 0.09], [784, 0.16]],
  wrong: [[220, 0.14]],
  end: [[392, 0.12], [330, 0.12], [262, 0.24]],
};

let context: AudioContext | undefined;

export function sound(what: Sound): void {
  if (!prefs.sounds || document.hidden) return;
  try {
    context ??= new AudioContext();
    let at = context.currentTime + 0.01;
    for (const [height, length] of TONES[what]) {
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      tone.type = 'triangle';
      tone.frequency.value = height;
      gain.gain.setValueAtTime(0.16, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length;
    }
  } catch {
    // Silence is no fault.
  }
}

/** The sound of a move by its notation. */
export const soundOf = (san: string): void => sound(/[+#]$/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move');
