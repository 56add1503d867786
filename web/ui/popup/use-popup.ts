import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

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

/** Stops the click after a press that closes something: it would reach what was beneath. It never comes if the finger scrolls. */
export function swallowTap(pointerType: string) {
  if (pointerType !== 'touch') return
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  const end = () => listeners.abort()
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  document.addEventListener('click', onClick, options)
  document.addEventListener('pointerdown', end, options)
  document.addEventListener('pointercancel', end, options)
}

export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

interface Placement {
  side?: Side
  align?: Align
  gap?: number
  matchWidth?: boolean
}

const edge = 8
const heightMin = 120
/** With this much height, a list stays below its field and scrolls instead of flipping over the dialog. */
const listHeightEnough = 220
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** Positions a popup beside its anchor: flipped if there is no space, never outside the window. */
export function positionPopup(
  popup: HTMLElement,
  anchor: Element,
  { side = 'bottom', align = 'start', gap = 4, matchWidth }: Placement,
) {
  const at = anchor.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  popup.style.setProperty('--popup-anchor-width', matchWidth ? `${at.width}px` : '0px')
  popup.style.setProperty('--popup-height-max', `${height - edge * 2}px`)

  const room = { top: at.top, bottom: height - at.bottom, left: at.left, right: width - at.right }
  const vertical = side === 'top' || side === 'bottom'
  const wanted = vertical ? popup.offsetHeight : popup.offsetWidth
  const enough = matchWidth ? Math.min(wanted, listHeightEnough) : wanted
  const turned = room[side] - gap - edge < enough && room[opposite[side]] > room[side]
  const shown = turned ? opposite[side] : side
  if (vertical) {
    const heightMax = Math.max(heightMin, room[shown] - gap - edge)
    popup.style.setProperty('--popup-height-max', `${heightMax}px`)
  }

  const size = { width: popup.offsetWidth, height: popup.offsetHeight }
  const top = vertical
    ? shown === 'bottom'
      ? at.bottom + gap
      : at.top - gap - size.height
    : aligned(align, at.top, at.height, size.height)
  const left = vertical
    ? aligned(align, at.left, at.width, size.width)
    : shown === 'right'
      ? at.right + gap
      : at.left - gap - size.width
  popup.style.top = `${Math.round(clamp(top, edge, height - edge - size.height))}px`
  popup.style.left = `${Math.round(clamp(left, edge, width - edge - size.width))}px`
  popup.dataset.side = shown
}

function aligned(align: Align, start: number, length: number, size: number) {
  if (align === 'start') return start
  return align === 'end' ? start + length - size : start + (length - size) / 2
}

function clamp(value: number, min: number, max: number) {
  return Math.max(min, Math.min(value, max))
}
