import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** What a list of messages that begins at its newest is told, and asked for. */
interface ListModel {
  setAtNewest(atNewest: boolean): void
  loadOlder(): Promise<void>
}

/** The keys of the newest message and of the newest of one's own that is on its way. */
export interface ListEnds {
  last: string | number | undefined
  own: string | undefined
}

interface NewestScrollOptions {
  model: ListModel
  ends: ListEnds
  /** Older messages are asked for when no more than that is left above. */
  olderPixels: number
}

const newestPixels = 60

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const onServer = typeof window === 'undefined'
export const useBrowserLayoutEffect = onServer ? useEffect : useLayoutEffect

/**
 * A scroller that runs from the bottom up (column-reverse): it begins at the newest, loads what is older, and what is
 * being read stays where it is, whatever comes in above or below.
 */
export function useNewestScroll({ model, ends, olderPixels }: NewestScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const [atNewest, setAtNewest] = useState(true)

  function onScroll() {
    const element = scroller.current
    if (!element) return
    // Counted from the bottom: 0 at the newest, negative above.
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

/** Browsers that anchor scrolling keep the reader's place themselves; for the others what grew at the end is made up for. */
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

/** What one has written oneself is always shown. */
function useFollowOwn(scroller: Scroller, { own }: ListEnds) {
  useBrowserLayoutEffect(() => {
    if (own) scroller.current?.scrollTo({ top: 0 })
  }, [own])
}
