import { Mp3Encoder } from '@breezystack/lamejs'

const sampleRate = 44_100
const kilobitsPerSecond = 128
const frameSamples = 1152
const batchMs = 8

/** Converts the browser's recording into MP3, in batches, so that the page stays responsive. */
export async function encodeMp3(recorded: Blob): Promise<Blob> {
  const decoder = new OfflineAudioContext(1, 1, sampleRate)
  const samples = mixDown(await decoder.decodeAudioData(await recorded.arrayBuffer()))
  const encoder = new Mp3Encoder(1, sampleRate, kilobitsPerSecond)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let sliceEnds = performance.now() + batchMs
  for (let from = 0; from < samples.length; from += frameSamples) {
    parts.push(new Uint8Array(encoder.encodeBuffer(samples.subarray(from, from + frameSamples))))
    if (performance.now() < sliceEnds) continue
    await new Promise((resolve) => setTimeout(resolve))
    sliceEnds = performance.now() + batchMs
  }
  parts.push(new Uint8Array(encoder.flush()))
  return new Blob(parts, { type: 'audio/mpeg' })
}

function mixDown(audio: AudioBuffer): Int16Array {
  const mixed = new Int16Array(audio.length)
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index))
  for (let at = 0; at < mixed.length; at++) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    const value = Math.max(-1, Math.min(1, sum / channels.length))
    mixed[at] = value < 0 ? value * 0x8000 : value * 0x7fff
  }
  return mixed
}
