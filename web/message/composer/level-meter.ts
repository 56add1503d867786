import { signal } from '@preact/signals-react'

const levelsKept = 60
const levelMs = 80

/** Measures the loudness of a microphone, and for how long. */
export function createLevelMeter() {
  const seconds = signal(0)
  /** The last moments, 0 to 1, oldest first. */
  const levels = signal<readonly number[]>([])
  let context: AudioContext | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  return {
    seconds,
    levels,
    start(stream: MediaStream) {
      context = new AudioContext()
      const analyser = context.createAnalyser()
      analyser.fftSize = 512
      context.createMediaStreamSource(stream).connect(analyser)
      const samples = new Float32Array(analyser.fftSize)
      const startedAt = performance.now()
      timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
        levels.value = [...levels.value, Math.min(1, loudness * 5)].slice(-levelsKept)
        seconds.value = (performance.now() - startedAt) / 1000
      }, levelMs)
    },
    stop() {
      clearInterval(timer)
      // Fails only if it is closed already.
      void context?.close().catch(() => {})
      context = undefined
    },
  }
}
