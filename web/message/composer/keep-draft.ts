import { effect } from '@preact/signals-react'

/** Pause in typing before the draft is saved. */
const keepDelayMs = 300

/** Saves whenever the result of `read` changes. Returns the function that saves a last time and stops. */
export function keepDraft<Draft>(read: () => Draft, keep: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = effect(() => {
    read()
    clearTimeout(timer)
    timer = setTimeout(keep, keepDelayMs)
  })
  // Saves the last letters when the page is closed or reloaded at once.
  addEventListener('pagehide', keep)
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('pagehide', keep)
    keep()
  }
}
