import { useSyncExternalStore } from 'react'

/** Returns whether the window matches the media query; `onServer` is the assumption on the server. */
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
