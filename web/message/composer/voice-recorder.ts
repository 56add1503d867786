import { signal, type ReadonlySignal } from '@preact/signals-react'

const levelsKept = 60

const levelMs = 80

/** 10,000 bytes of MP3 at 128 kbit/s. Shorter recordings contain nothing to hear. */
const voiceMsMin = 625

export interface Recorded {
  blob: Blob
  seconds: number
}

interface VoiceRecorder {
  readonly state: ReadonlySignal<'starting' | 'recording' | 'refused'>
  readonly seconds: ReadonlySignal<number>
  /** The loudness of the last moments, 0 to 1, oldest first. */
  readonly levels: ReadonlySignal<readonly number[]>
  /** Stops the recording; undefined when it was too short. */
  finish(): Promise<Recorded | undefined>
  cancel(): void
}

/** About 8 kB per second; the stored file is encoded again. */
const bitsPerSecond = 64_000
const microphone = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

export function createVoiceRecorder(): VoiceRecorder {
  const state = signal<'starting' | 'recording' | 'refused'>('starting')
  const meter = createLevelMeter()
  const { seconds, levels } = meter
  const parts: Blob[] = []
  let stream: MediaStream | undefined
  let recorder: MediaRecorder | undefined
  let over = false
  let startedMs = 0

  async function start() {
    try {
      const taken = await navigator.mediaDevices.getUserMedia({ audio: microphone })
      stream = taken
      if (over) return release()
      recorder = new MediaRecorder(taken, { audioBitsPerSecond: bitsPerSecond })
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.start(1000)
      startedMs = performance.now()
      meter.start(taken)
      state.value = 'recording'
    } catch {
      release()
      state.value = 'refused'
    }
  }

  function release() {
    over = true
    meter.stop()
    for (const track of stream?.getTracks() ?? []) track.stop()
  }

  void start()
  return {
    state,
    seconds,
    levels,
    async finish() {
      const running = recorder
      if (!running || running.state === 'inactive') {
        release()
        return undefined
      }
      // The browser's own format says nothing: a second of quiet speech takes fewer bytes than half a second of noise.
      const isTooShort = performance.now() - startedMs < voiceMsMin
      await stopRecorder(running)
      const length = seconds.peek()
      release()
      return isTooShort ? undefined : { blob: new Blob(parts, { type: running.mimeType }), seconds: length }
    },
    cancel() {
      if (recorder && recorder.state !== 'inactive') recorder.stop()
      release()
    },
  }
}

/** Resolves when the last part was delivered. */
function stopRecorder(recorder: MediaRecorder): Promise<void> {
  return new Promise((resolve) => {
    recorder.onstop = () => resolve()
    recorder.stop()
  })
}

function createLevelMeter() {
  const seconds = signal(0)
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
