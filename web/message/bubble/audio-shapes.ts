import { keepNewest } from '../../../src/kernel/keep-newest.contract'
import { type AudioShape, readShape } from './audio-peaks'

const shapesKeptMax = 200

/** Measures the loudness of recordings, and keeps that of the last ones. */
export function createAudioShapes() {
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
