import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { positionPopup, type Placement } from './position-popup'
import { swallowTap } from './swallow-tap'

interface PopupOptions extends Placement {
  open: boolean
  onClose: () => void
  anchor: RefObject<Element | null>
  /** Where the focus returns: to the anchor, to where it was, or nowhere, for lists whose input keeps it. */
  returnFocus?: 'anchor' | 'before' | false
  returnTo?: RefObject<HTMLElement | null> | undefined
}

/** In the browser's top layer, in place in the document, without portal or z-index. Escape and a press outside close it. */
export function usePopup({ open, onClose, anchor, returnFocus = 'anchor', returnTo, ...placement }: PopupOptions) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  const { side, align, gap, matchWidth } = placement

  useLayoutEffect(() => {
    const element = popup.current
    const at = anchor.current
    if (!open || !element || !at) return
    // A command opens it while the focus is elsewhere, such as in a text.
    const before = document.activeElement
    const put = () => positionPopup(element, at, { side, align, gap, matchWidth })
    element.showPopover()
    put()

    const onPointerDown = ({ target, pointerType }: PointerEvent) => {
      if (!(target instanceof Node) || element.contains(target) || at.contains(target)) return
      close()
      if (returnFocus) swallowTap(pointerType)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // A popup inside this one closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || element.querySelector(':popover-open')) return
      // Handled here, so that an enclosing dialog stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) put()
    }
    const observer = new ResizeObserver(put)
    observer.observe(element)
    observer.observe(at)
    document.addEventListener('pointerdown', onPointerDown, true)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', put)
    return () => {
      observer.disconnect()
      document.removeEventListener('pointerdown', onPointerDown, true)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', put)
      const focus = document.activeElement
      const lost = !focus || focus === document.body || element.contains(focus) || (returnTo && focus === at)
      if (!returnFocus || !lost) return
      const isKept = before?.isConnected && before !== document.body && !element.contains(before)
      const back = returnTo?.current ?? (isKept && returnFocus === 'before' ? before : at)
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [open, anchor, side, align, gap, matchWidth, returnFocus, returnTo])

  return popup
}
