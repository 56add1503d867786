import { useSyncExternalStore } from 'react'

const query = '(min-width: 768px)'

/** Whether the window is wider than a phone's; the server assumes it is. */
export function useWide() {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => true,
  )
}
