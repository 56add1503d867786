import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

const distancePx = 100

/** Calls back within 100 px of the end of the scroll area, once per length of the list. */
export function useEndReached(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  onEndReached: (() => void) | undefined,
) {
  const reachedAt = useRef(-1)
  const check = useEffectEvent(() => {
    const element = scroller.current
    if (!element || !onEndReached || reachedAt.current === length) return
    if (element.scrollHeight - element.scrollTop - element.clientHeight > distancePx) return
    reachedAt.current = length
    onEndReached()
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => check()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
  // A list shorter than its container never scrolls.
  useEffect(() => check(), [length])
}
