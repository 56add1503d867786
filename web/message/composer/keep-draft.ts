import { effect } from '@preact/signals-react'

/** How long the pen rests before the draft is kept. */
const keepDelayMs = 300

/** Keeps what is being written whenever `read` gives something else; returns what keeps it a last time and ends that. */
export function keepDraft<Draft>(read: () => Draft, keep: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = effect(() => {
    read()
    clearTimeout(timer)
    timer = setTimeout(keep, keepDelayMs)
  })
  // Who closes or reloads the page at once after the last letter loses none either.
  addEventListener('pagehide', keep)
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('pagehide', keep)
    keep()
  }
}
