import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

type Watch = (element: Element, onNear: (near: boolean) => void) => () => void

/** Tells blocks when they come near the part of the list that is in sight. */
export const NearContext = createContext<Watch | undefined>(undefined)

/** How far beyond the sight rows are kept, so that a quick scroll meets no empty place. */
const nearPixels = 1800

export function createNearWatch(root: Element): { watch: Watch; stop: () => void } {
  const handlers = new Map<Element, (near: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) handlers.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${nearPixels}px 0px` },
  )
  return {
    watch(element, onNear) {
      handlers.set(element, onNear)
      observer.observe(element)
      return () => {
        handlers.delete(element)
        observer.unobserve(element)
      }
    },
    stop: () => observer.disconnect(),
  }
}

interface BlockProps {
  /** Rows of which one is to be shown come what may. */
  forced: boolean
  children: () => ReactNode
}

/** Rows that leave the document when they are far away; a place of their height stays. */
export function WindowedBlock({ forced, children }: BlockProps) {
  const watch = use(NearContext)
  const place = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState<number>()
  const shown = away === undefined || forced

  useEffect(() => {
    const element = place.current
    if (!element || !watch) return
    return watch(element, (near) => {
      if (near) setAway(undefined)
      // What somebody is working with is not taken from under them.
      else if (!element.contains(document.activeElement)) setAway(element.offsetHeight)
    })
  }, [watch])

  useLayoutEffect(() => {
    if (forced) setAway(undefined)
  }, [forced])

  return (
    <div ref={place} className="message-block" style={shown ? undefined : { height: away }}>
      {shown && children()}
    </div>
  )
}
