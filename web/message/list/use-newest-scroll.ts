import { isMotionReduced } from '../../ui/layout/motion'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The model of a list that starts at its newest message. */
interface ListModel {
  setAtNewest(atNewest: boolean): void
  loadOlder(): Promise<void>
}

/** The keys of the newest message and of the newest own message being sent. */
interface ListEnds {
  last: string | number | undefined
  own: string | undefined
}

interface NewestScrollOptions {
  model: ListModel
  ends: ListEnds
  /** Older messages are loaded when less than this is left above. */
  olderPixels: number
}

const newestPixels = 60

const onServer = typeof window === 'undefined'
export const useBrowserLayoutEffect = onServer ? useEffect : useLayoutEffect

/** Reversed: starts at the newest and keeps the visible ones in place. */
export function useNewestScroll({ model, ends, olderPixels }: NewestScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atNewest, setAtNewest] = useState(true)

  function onScroll() {
    const element = scroller.current
    if (!element) return
    // Measured from the bottom: 0 at the newest, negative above.
    const newest = element.scrollTop > -newestPixels
    if (newest !== atNewest) setAtNewest(newest)
    model.setAtNewest(newest)
    if (element.scrollHeight - element.clientHeight + element.scrollTop <= olderPixels) void model.loadOlder()
  }

  useKeepBelow(scroller, ends)
  useFollowOwn(scroller, ends)
  return {
    scroller,
    atNewest,
    onScroll,
    toNewest: () => scroller.current?.scrollTo({ top: 0, behavior: isMotionReduced() ? 'auto' : 'smooth' }),
  }
}

type Scroller = RefObject<HTMLElement | null>

/** Browsers with scroll anchoring keep the position themselves; for others, growth at the end is compensated. */
function useKeepBelow(scroller: Scroller, { last }: ListEnds) {
  const before = useRef({ last, height: 0 })
  useBrowserLayoutEffect(() => {
    const element = scroller.current
    if (!element || CSS.supports('overflow-anchor', 'auto')) return
    const grown = element.scrollHeight - before.current.height
    if (before.current.last !== last && element.scrollTop < -newestPixels) element.scrollTop -= grown
    before.current = { last, height: element.scrollHeight }
  })
}

function useFollowOwn(scroller: Scroller, { own }: ListEnds) {
  useBrowserLayoutEffect(() => {
    if (own) scroller.current?.scrollTo({ top: 0 })
  }, [own])
}
