import { useMedia } from './use-media'

/** Returns whether the window is wider than a phone's; true on the server. */
export function useWide() {
  return useMedia('(min-width: 768px)', { onServer: true })
}
