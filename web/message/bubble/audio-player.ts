import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import { keepNewest } from '../../../src/kernel/keep-newest.contract'

const shapesKeptMax = 200

const audioRates = [0.5, 1, 1.5, 2] as const
const rateKey = 'audioRate'

/** The only player of a conversation: starting one recording stops the other, and scrolling away stops none. */
export interface AudioPlayer {
  readonly key: ReadonlySignal<string | undefined>
  readonly playing: ReadonlySignal<boolean>
  readonly failedKey: ReadonlySignal<string | undefined>
  /** Seconds. */
  readonly position: ReadonlySignal<number>
  readonly duration: ReadonlySignal<number>
  readonly rate: ReadonlySignal<number>
  toggle(key: string, src: string): void
  seek(key: string, src: string, fraction: number): void
  nextRate(): void
  /** Returns the loudness over time; undefined when the file cannot be read. */
  shape(src: string): Promise<AudioShape | undefined>
  dispose(): void
}

export function createAudioPlayer(): AudioPlayer {
  const playback = createPlayback()
  const { key, playing, failedKey, position } = playback
  const speed = createSpeed()
  const shapes = createAudioShapes()
  let audio: HTMLAudioElement | undefined

  function element() {
    if (audio) return audio
    audio = createElement(playback)
    audio.addEventListener('error', () => {
      if (audio?.src !== '') batch(() => ([failedKey.value, playing.value] = [key.peek(), false]))
    })
    speed.restore()
    return audio
  }

  function load(wanted: string, src: string) {
    const player = element()
    if (key.peek() === wanted && failedKey.peek() !== wanted) return player
    player.src = src
    player.defaultPlaybackRate = player.playbackRate = speed.rate.peek()
    playback.restart(wanted)
    return player
  }

  return {
    key,
    playing,
    failedKey,
    position,
    duration: playback.duration,
    rate: speed.rate,
    toggle(wanted, src) {
      const player = load(wanted, src)
      // Failures are reported by `onerror`; an interruption is not one.
      if (player.paused) player.play().catch(() => {})
      else player.pause()
    },
    seek(wanted, src, fraction) {
      const player = load(wanted, src)
      const go = () => {
        if (Number.isFinite(player.duration)) player.currentTime = position.value = fraction * player.duration
      }
      if (player.readyState > 0) go()
      else player.addEventListener('loadedmetadata', go, { once: true })
    },
    nextRate: () => void (element().playbackRate = speed.next()),
    shape: shapes.read,
    dispose() {
      audio?.pause()
      audio?.removeAttribute('src')
    },
  }
}

function createPlayback() {
  const key = signal<string | undefined>(undefined)
  const playing = signal(false)
  const failedKey = signal<string | undefined>(undefined)
  const position = signal(0)
  const duration = signal(0)
  return {
    key,
    playing,
    failedKey,
    position,
    duration,
    restart(wanted: string) {
      batch(() => {
        key.value = wanted
        failedKey.value = undefined
        position.value = 0
        duration.value = 0
      })
    },
  }
}

function createElement({ playing, position, duration }: ReturnType<typeof createPlayback>) {
  const element = new Audio()
  element.preload = 'metadata'
  let frame = 0

  /** Smoother than the few `timeupdate` events per second. */
  function follow() {
    cancelAnimationFrame(frame)
    if (element.paused) return
    position.value = element.currentTime
    frame = requestAnimationFrame(follow)
  }

  element.onplay = () => {
    playing.value = true
    follow()
  }
  element.onpause = () => (playing.value = false)
  element.onended = () => batch(() => ([playing.value, position.value] = [false, 0]))
  element.ontimeupdate = () => (position.value = element.currentTime)
  element.onloadedmetadata = () => {
    if (Number.isFinite(element.duration)) duration.value = element.duration
  }
  return element
}

function createSpeed() {
  const rate = signal<number>(1)
  return {
    rate,
    restore() {
      const kept = Number(localStorage.getItem(rateKey))
      rate.value = audioRates.find((known) => known === kept) ?? 1
    },
    next() {
      const at = audioRates.findIndex((known) => known === rate.peek())
      rate.value = audioRates[(at + 1) % audioRates.length] ?? 1
      localStorage.setItem(rateKey, String(rate.peek()))
      return rate.peek()
    },
  }
}

function createAudioShapes() {
  const known = new Map<string, Promise<AudioShape | undefined>>()
  return {
    /** Resolves to undefined when the file cannot be read. */
    read(src: string) {
      const found = known.get(src) ?? readShape(src).catch(() => undefined)
      known.set(src, found)
      keepNewest(known, shapesKeptMax)
      return found
    },
  }
}

export const peakCount = 44
/** Enough for the shape, and small in memory for a long recording. */
const sampleRate = 8000

export interface AudioShape {
  peaks: readonly number[]
  seconds: number
}

/** Decodes a recording and measures the loudness of its parts, with the loudest as 1. */
async function readShape(src: string): Promise<AudioShape> {
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
