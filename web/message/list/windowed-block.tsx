import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

type Watch = (element: Element, onNear: (near: boolean) => void) => () => void

/** Notifies blocks when they come near the visible part of the list. */
export const NearContext = createContext<Watch | undefined>(undefined)

/** How far beyond the visible part rows are rendered, so that fast scrolling shows no gaps. */
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
  /** Contains a row that must be rendered. */
  forced: boolean
  children: () => ReactNode
}

/** Rows that are removed from the document when far away; an element of their height stays. */
export function WindowedBlock({ forced, children }: BlockProps) {
  const watch = use(NearContext)
  const block = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState<number>()
  const shown = away === undefined || forced

  useEffect(() => {
    const element = block.current
    if (!element || !watch) return
    return watch(element, (near) => {
      if (near) setAway(undefined)
      // A block with the focus is not removed.
      else if (!element.contains(document.activeElement)) setAway(element.offsetHeight)
    })
  }, [watch])

  useLayoutEffect(() => {
    if (forced) setAway(undefined)
  }, [forced])

  return (
    <div ref={block} className="message-block" style={shown ? undefined : { height: away }}>
      {shown && children()}
    </div>
  )
}
