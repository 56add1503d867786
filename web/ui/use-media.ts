import { useSyncExternalStore } from 'react'

/** Whether the window matches the media query; `onServer` is what the server assumes. */
export function useMedia(query: string, onServer: boolean): boolean {
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
