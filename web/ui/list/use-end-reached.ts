import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

const distancePx = 100

/** Within 100 px of the end, once per length of the list; `early`: within a view's height once the user scrolls. */
export function useEndReached(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  onEndReached: (() => void) | undefined,
  { early = false }: { early?: boolean } = {},
) {
  const reachedAt = useRef(-1)
  const check = useEffectEvent((isScrolling: boolean) => {
    const element = scroller.current
    if (!element || !onEndReached || reachedAt.current === length) return
    const limit = early && isScrolling ? element.clientHeight : distancePx
    if (element.scrollHeight - element.scrollTop - element.clientHeight > limit) return
    reachedAt.current = length
    onEndReached()
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => check(true)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
  // A list shorter than its container never scrolls.
  useEffect(() => check(false), [length])
}
