import { useState } from 'react'

/** Pass `watch` to the picture as a ref: it may have failed before hydration, without a listener. */
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
