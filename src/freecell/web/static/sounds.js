// Synthesized sounds: a tick when a card moves, a higher one at home, a low one for an illegal move, and a few tones at
// the end.

/** @type {Record<string, number[][]>} */
const TONES = {
  move: [[320, 0, 0.05]],
  home: [[660, 0, 0.08]],
  wrong: [[140, 0, 0.12]],
  won: [523, 659, 784, 1047].map((tone, index) => [tone, index * 0.14, 0.3]),
}; // for each tone: hertz, start and duration in seconds
const VOLUME = 0.12;

/** @type {AudioContext} */
let context;

/**
 * Plays a sound. Browsers allow this after the first press.
 * @type {(name: string) => void}
 */
export function playSound(name) {
  if (!globalThis.AudioContext) return;
  context ??= new AudioContext();
  for (const [tone, later, length] of TONES[name]) {
    const begin = context.currentTime + later;
    const [wave, gain] = [context.createOscillator(), context.createGain()];
    wave.type = "triangle";
    wave.frequency.value = tone;
    gain.gain.setValueAtTime(VOLUME, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    wave.connect(gain).connect(context.destination);
    wave.start(begin);
    wave.stop(begin + length);
  }
}
