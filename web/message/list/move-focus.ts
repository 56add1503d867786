import type { KeyboardEvent } from 'react'

/** Moves from message to message with the arrow keys, unless the focus is inside a message's control. */
export function moveFocus(list: HTMLElement | null, { key, target }: KeyboardEvent) {
  if (!list || !(target instanceof HTMLElement) || !(target === list || target.matches('.message'))) return false
  const rows = [...list.querySelectorAll<HTMLElement>('.message')]
  const at = rows.indexOf(target)
  const to = { ArrowUp: at < 0 ? rows.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[key]
  const row = to === undefined ? undefined : rows[to]
  if (!row || (at < 0 && key === 'ArrowDown')) return false
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
  return true
}
