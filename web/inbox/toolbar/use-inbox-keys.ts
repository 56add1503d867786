import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { useApp } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { ArrowDown, ArrowUp } from '../../ui/icons'
import type { VirtualListHandle } from '../../ui/list/virtual-list'
import type { TicketList } from '../state/ticket-list-model'

interface InboxKeysOptions {
  list: TicketList
  uuid: string | undefined
  handle: RefObject<VirtualListHandle | null>
}

/** j and k move through the rows. Alt and an arrow open the neighbour. Escape leaves the open ticket. */
export function useInboxKeys({ list, uuid, handle }: InboxKeysOptions) {
  const { navigation } = useApp()
  const t = useTexts().ticket.shortcuts
  const latest = useRef({ list, uuid })
  useEffect(() => {
    latest.current = { list, uuid }
  })

  const commands = useMemo((): Command[] => {
    const step = (by: 1 | -1) => () => {
      const { list: rows, uuid: open } = latest.current
      const items = rows.items.peek()
      const focused = Number(document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset['ticket'])
      const at = items.findIndex(({ id, uuid: own }) => (Number.isNaN(focused) ? own === open : id === focused))
      const next = items[at < 0 ? 0 : at + by]
      if (next) focusListedRow(handle.current, items.indexOf(next), next.id)
    }
    const open = (by: 1 | -1) => () => {
      const { list: rows, uuid: opened } = latest.current
      const items = rows.items.peek()
      const at = items.findIndex(({ uuid: own }) => own === opened)
      const next = items[at < 0 ? 0 : at + by]
      if (next) void navigation.go(links.ticket(next.uuid))
    }
    return [
      {
        id: 'inbox-open-next',
        label: t.openNext,
        group: t.group,
        icon: ArrowDown,
        shortcut: 'Alt+ArrowDown',
        run: open(1),
      },
      {
        id: 'inbox-open-previous',
        label: t.openPrevious,
        group: t.group,
        icon: ArrowUp,
        shortcut: 'Alt+ArrowUp',
        run: open(-1),
      },
      { id: 'inbox-next', label: t.next, group: t.group, icon: ArrowDown, shortcut: 'j', run: step(1) },
      { id: 'inbox-previous', label: t.previous, group: t.group, icon: ArrowUp, shortcut: 'k', run: step(-1) },
    ]
  }, [t, handle, navigation])
  useCommands(commands)

  useEffect(() => {
    const element = handle.current?.element()
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || latest.current.uuid === undefined) return
      event.preventDefault()
      void navigation.go(links.tickets())
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [handle, navigation])
}

/** Longer than rendering a row takes. Afterwards the user has moved on. */
const renderedMs = 1000

/** Scrolls to a row and focuses it, also one that is not rendered yet. */
export function focusListedRow(handle: VirtualListHandle | null, index: number, id: number) {
  const element = handle?.element()
  const focus = () => {
    const link = element?.querySelector<HTMLElement>(`[data-ticket="${id}"] .ticket-row-link`)
    link?.focus({ preventScroll: true })
    return link !== null && link !== undefined
  }
  handle?.scrollToIndex(index)
  if (focus() || !element) return
  // A row outside the rendered range is rendered after the scroll.
  const rendered = new MutationObserver(() => {
    if (focus()) rendered.disconnect()
  })
  rendered.observe(element, { childList: true, subtree: true })
  setTimeout(() => rendered.disconnect(), renderedMs)
}
