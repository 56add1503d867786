import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useUi } from '../../ui/context/ui-context'
import { isFocusLost } from '../../ui/layout/focus-drawn'
import type { VirtualListHandle } from '../../ui/list/virtual-list'

/** When the focused row leaves, also below a dialog. `lost`: the whole list left. Read it within `useSignals()`. */
export function useRowFocus(
  items: readonly TicketView[],
  handle: RefObject<VirtualListHandle | null>,
  lost: RefObject<boolean>,
) {
  const focused = useRef<{ id: number; index: number }>(undefined)
  const latest = useRef(items)
  latest.current = items
  const modal = useUi().modals.top.value

  useEffect(() => {
    const list = handle.current?.element()
    const onFocus = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? ticketOf(target) : undefined
      const index = latest.current.findIndex((ticket) => ticket.id === id)
      focused.current = id === undefined || index < 0 ? undefined : { id, index }
    }
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      // Removing a focused element loses the focus; a dialog gives it back.
      if (relatedTarget instanceof Element && !relatedTarget.closest('dialog, [popover]')) focused.current = undefined
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
    if (modal) return
    focused.current = undefined
    const next = items[Math.min(index, items.length - 1)]
    if (next && isFocusLost()) focusRow(next.id)
  }, [items, modal])

  // Runs before the rows are removed from the document.
  useLayoutEffect(() => () => void (lost.current = focused.current !== undefined), [lost])
}

function focusRow(id: number) {
  document.querySelector<HTMLElement>(`[data-ticket="${id}"] .ticket-row-link`)?.focus({ preventScroll: true })
}

function ticketOf(element: Element) {
  const id = element.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']
  return id === undefined ? undefined : Number(id)
}
