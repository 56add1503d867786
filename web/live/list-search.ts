import { signal } from '@preact/signals-react'

interface SearchOptions {
  first: string
  delayMs: number | undefined
  /** A failed search is repeated for the same text. */
  isFailed: () => boolean
  changed: () => void
}

const defaultDelayMs = 500

/** The typed search text and, after a delay, the searched one. */
export function createListSearch({ first, delayMs = defaultDelayMs, isFailed, changed }: SearchOptions) {
  const text = signal(first)
  let active = first
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(wanted: string) {
    if (wanted === active && !isFailed()) return
    active = wanted
    changed()
  }

  return {
    text,
    active: () => active,
    /** Waits for more typing; an empty text is searched at once. */
    search(wanted: string) {
      text.value = wanted
      clearTimeout(timer)
      if (wanted === '') start(wanted)
      else timer = setTimeout(start, delayMs, wanted)
    },
    dispose: () => clearTimeout(timer),
  }
}
