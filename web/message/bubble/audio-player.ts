import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import { type AudioShape, readShape } from './audio-peaks'

export const audioRates = [0.5, 1, 1.5, 2] as const
const rateKey = 'audioRate'
const shapesKeptMax = 200

/** The only player of a conversation: starting one recording stops the other, and scrolling away stops none. */
export interface AudioPlayer {
  /** The message that is loaded. */
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
  const key = signal<string | undefined>(undefined)
  const playing = signal(false)
  const failedKey = signal<string | undefined>(undefined)
  const position = signal(0)
  const duration = signal(0)
  const rate = signal(1)
  const known = new Map<string, Promise<AudioShape | undefined>>()
  let element: HTMLAudioElement | undefined
  let frame = 0

  /** Created on first use: the server has no Audio. */
  function audio() {
    if (element) return element
    const made = new Audio()
    made.preload = 'metadata'
    made.onplay = () => {
      playing.value = true
      follow()
    }
    made.onpause = () => (playing.value = false)
    made.onended = () => batch(() => ([playing.value, position.value] = [false, 0]))
    made.ontimeupdate = () => (position.value = made.currentTime)
    made.onloadedmetadata = () => {
      if (Number.isFinite(made.duration)) duration.value = made.duration
    }
    made.onerror = () => {
      if (made.src !== '') batch(() => ([failedKey.value, playing.value] = [key.peek(), false]))
    }
    rate.value = rememberedRate()
    element = made
    return made
  }

  /** Smoother than the few `timeupdate` events per second. */
  function follow() {
    cancelAnimationFrame(frame)
    if (!element || element.paused) return
    position.value = element.currentTime
    frame = requestAnimationFrame(follow)
  }

  function load(wanted: string, src: string) {
    const player = audio()
    if (key.peek() === wanted && failedKey.peek() !== wanted) return player
    player.src = src
    player.defaultPlaybackRate = player.playbackRate = rate.peek()
    batch(() => {
      key.value = wanted
      failedKey.value = undefined
      position.value = 0
      duration.value = 0
    })
    return player
  }

  return {
    key,
    playing,
    failedKey,
    position,
    duration,
    rate,
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
    nextRate() {
      const at = audioRates.findIndex((known) => known === rate.peek())
      const next = audioRates[(at + 1) % audioRates.length] ?? 1
      rate.value = next
      audio().playbackRate = next
      localStorage.setItem(rateKey, String(next))
    },
    shape(src) {
      const found = known.get(src) ?? readShape(src).catch(() => undefined)
      known.set(src, found)
      if (known.size > shapesKeptMax) known.delete(known.keys().next().value as string)
      return found
    },
    dispose() {
      cancelAnimationFrame(frame)
      element?.pause()
      element?.removeAttribute('src')
    },
  }
}

function rememberedRate() {
  const kept = Number(localStorage.getItem(rateKey))
  return audioRates.find((rate) => rate === kept) ?? 1
}
