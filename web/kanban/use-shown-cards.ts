import { startTransition, useEffect, useRef, useState } from 'react'
import { usePrinting } from '../ui/layout/use-printing'

/** Rendered at first, also by the server: what is in or near the view of common windows. */
const firstLanes = 5
const firstCards = 12
/** How far beyond the view cards are rendered. */
const nearPixels = 400
/** Height of a card with the space below it, in pixels. Taller ones only make the scrollbar move a little. */
const cardEstimate = 110

/**
 * Renders the cards of a lane as they come near the view. They stay rendered, so that the focus and what is read stay in
 * place. `least` are rendered in any case. `gap` is for the element after them, which is as high as the others.
 */
export function useShownCards(laneIndex: number, count: number, least: number) {
  const isPrinting = usePrinting()
  const gap = useRef<HTMLLIElement>(null)
  const [wanted, setWanted] = useState(laneIndex < firstLanes ? firstCards : 0)
  if (wanted < least) setWanted(least)
  const shown = isPrinting ? count : Math.min(wanted, count)

  useEffect(() => {
    const element = gap.current
    const list = element?.parentElement
    if (!element || !list) return
    const watch = { root: list.closest('.board'), rootMargin: `0px ${nearPixels}px`, scrollMargin: `${nearPixels}px` }
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      const empty = list.scrollTop + list.clientHeight - (element.offsetTop - list.offsetTop)
      const missing = Math.ceil((empty + nearPixels) / cardEstimate)
      startTransition(() => setWanted(shown + Math.max(firstCards, missing)))
    }, watch)
    observer.observe(element)
    return () => observer.disconnect()
    // It reports only changes, and the gap may still be in view after cards were added.
  }, [shown, count])

  return { shown, gap, gapHeight: (count - shown) * cardEstimate }
}
