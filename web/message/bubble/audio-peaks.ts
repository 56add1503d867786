export const peakCount = 44
/** Enough for the shape, and small in memory for a long recording. */
const sampleRate = 8000

export interface AudioShape {
  peaks: readonly number[]
  seconds: number
}

/** Decodes a recording and measures the loudness of its parts, with the loudest as 1. */
export async function readShape(src: string): Promise<AudioShape> {
  const response = await fetch(src)
  if (!response.ok) throw new Error('No such recording')
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const decoded = await context.decodeAudioData(await response.arrayBuffer())
  return { peaks: measurePeaks(decoded.getChannelData(0), peakCount), seconds: decoded.duration }
}

export function measurePeaks(samples: Float32Array, count: number): number[] {
  const step = Math.max(1, Math.floor(samples.length / count))
  const loudness = Array.from({ length: count }, (_, part) => {
    let sum = 0
    const end = Math.min(samples.length, (part + 1) * step)
    for (let index = part * step; index < end; index++) sum += (samples[index] ?? 0) ** 2
    return Math.sqrt(sum / step)
  })
  const loudest = Math.max(...loudness, 0.0001)
  return loudness.map((value) => Math.min(1, value / loudest))
}
