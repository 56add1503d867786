import { useMedia } from './use-media'

/** Whether the window is wider than a phone's; the server assumes it is. */
export function useWide() {
  return useMedia('(min-width: 768px)', true)
}
