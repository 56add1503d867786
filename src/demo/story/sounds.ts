import { Mp3Encoder } from '@breezystack/lamejs'

const sampleRate = 24_000
const kilobitsPerSecond = 48
/** Samples per MP3 frame at this rate. */
const frameSamples = 576
/** Formants of vowels in Hz, which make a hum resemble a voice. */
const vowels = [
  [730, 1090],
  [530, 1840],
  [270, 2290],
  [570, 840],
  [300, 870],
] as const

/** Creates a voice note as MP3, with the rhythm of speech but without words. */
export function hummedVoice(seconds: number, seed = 1): Uint8Array<ArrayBuffer> {
  const encoder = new Mp3Encoder(1, sampleRate, kilobitsPerSecond)
  const samples = speak(Math.round(seconds * sampleRate), seed)
  const parts: Uint8Array[] = []
  for (let from = 0; from < samples.length; from += frameSamples) {
    parts.push(new Uint8Array(encoder.encodeBuffer(samples.subarray(from, from + frameSamples))))
  }
  parts.push(new Uint8Array(encoder.flush()))
  return new Uint8Array(Buffer.concat(parts))
}

function speak(length: number, seed: number): Int16Array {
  const samples = new Int16Array(length)
  const pitch = 105 + (seed % 5) * 22
  let phase = 0
  for (let at = 0; at < length; at++) {
    const seconds = at / sampleRate
    const syllable = Math.floor(seconds * 4.2)
    const within = seconds * 4.2 - syllable
    // Every seventh syllable is a pause.
    const isPause = (syllable + seed) % 7 === 6
    const loudness = isPause ? 0 : Math.sin(Math.PI * within) ** 0.7 * (0.6 + 0.4 * Math.abs(Math.sin(syllable * 2.3)))
    phase += (2 * Math.PI * (pitch + 14 * Math.sin(seconds * 1.7 + seed))) / sampleRate
    samples[at] = Math.round(loudness * 6000 * voiced(phase, pitch, vowels[(syllable * 3 + seed) % vowels.length]))
  }
  return samples
}

function voiced(phase: number, pitch: number, [first, second]: readonly [number, number] = vowels[0]) {
  let sum = 0
  for (let overtone = 1; overtone <= 18; overtone++) {
    const hertz = pitch * overtone
    const gain = 1 / (1 + ((hertz - first) / 130) ** 2) + 0.5 / (1 + ((hertz - second) / 180) ** 2) + 0.04
    sum += gain * Math.sin(phase * overtone)
  }
  return sum
}
