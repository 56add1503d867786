import { useEffect, useRef, type RefObject } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { isFocusLost } from '../../ui/layout/focus-drawn'
import type { VirtualListHandle } from '../../ui/list/virtual-list'

/** Moves the focus to the next row when the focused row leaves the list. */
export function useRowFocus(items: readonly TicketView[], handle: RefObject<VirtualListHandle | null>) {
  const focused = useRef<{ id: number; index: number }>(undefined)
  const latest = useRef(items)
  latest.current = items

  useEffect(() => {
    const list = handle.current?.element()
    const onFocus = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? ticketOf(target) : undefined
      const index = latest.current.findIndex((ticket) => ticket.id === id)
      focused.current = id === undefined || index < 0 ? undefined : { id, index }
    }
    // Removing a focused element from the document loses the focus.
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = undefined
    }
    list?.addEventListener('focusin', onFocus)
    list?.addEventListener('focusout', onLeave)
    return () => {
      list?.removeEventListener('focusin', onFocus)
      list?.removeEventListener('focusout', onLeave)
    }
  }, [handle])

  useEffect(() => {
    const { id, index } = focused.current ?? {}
    if (id === undefined || index === undefined) return
    const at = items.findIndex((ticket) => ticket.id === id)
    if (at >= 0) return void (focused.current = { id, index: at })
    focused.current = undefined
    const next = items[Math.min(index, items.length - 1)]
    if (next && isFocusLost()) focusRow(next.id)
  }, [items])
}

function focusRow(id: number) {
  document.querySelector<HTMLElement>(`[data-ticket="${id}"] .ticket-row-link`)?.focus({ preventScroll: true })
}

function ticketOf(element: Element) {
  const id = element.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']
  return id === undefined ? undefined : Number(id)
}
