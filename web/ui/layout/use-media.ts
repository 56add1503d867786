import { useSyncExternalStore } from 'react'

export function useMedia(query: string, { onServer }: { onServer: boolean }): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
}

/** Whether the user asked the system for less motion. Only in the browser. */
export const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export const motionMs = (ms: number) => (isMotionReduced() ? 0 : ms)

const never = () => () => {}

/** What only the browser knows; `onServer` until what asks for it is hydrated. */
export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer)
}
