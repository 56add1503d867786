import { useState } from 'react'

/**
 * Whether the picture at `src` could not be loaded. `watch` goes onto its element: it may have failed before the page was
 * hydrated, when nobody listened.
 */
export function useBrokenImage(src: string | null | undefined) {
  const [failed, setFailed] = useState<string | null>(null)
  const fail = () => setFailed(src ?? null)
  return {
    broken: Boolean(src) && src === failed,
    watch: {
      ref(image: HTMLImageElement | null) {
        if (image?.complete && image.naturalWidth === 0) fail()
      },
      onError: fail,
    },
  }
}
