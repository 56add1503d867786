export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

export interface Placement {
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
