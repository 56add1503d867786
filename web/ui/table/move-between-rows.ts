import type { KeyboardEvent } from 'react'

const opener = '.data-table-open'
const action = '.data-table-actions .icon-button'

/** Moves the focus to the row above or below. `show` renders a row that is not, and is called with its index. */
export function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>, show: (row: number) => void) {
  const { target, key } = event
  const down = key === 'ArrowDown' || key === 'j'
  if (!(down || key === 'ArrowUp' || key === 'k') || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !target.matches(`${opener}, ${action}`)) return
  const row = target.closest('tr')
  let next = neighbour(row, down)
  if (row?.ariaRowIndex && next?.ariaHidden) {
    show(Number(row.ariaRowIndex) - 2 + (down ? 1 : -1))
    next = neighbour(row, down)
  }
  const goal = next?.querySelector<HTMLElement>(target.matches(opener) ? opener : action)
  if (!goal || target.ariaExpanded === 'true') return
  event.preventDefault()
  goal.focus()
}

const neighbour = (row: Element | null, down: boolean) =>
  (down ? row?.nextElementSibling : row?.previousElementSibling) ?? null
