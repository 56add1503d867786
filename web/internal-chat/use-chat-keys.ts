import { useEffect, useMemo, type RefObject } from 'react'
import type { Command } from '../app/command-registry'
import { useCommands } from '../app/use-commands'
import { useTexts } from '../i18n/i18n'
import { ArrowDown, ArrowUp } from '../ui/icons'

const openRow = '.chat-row[aria-current]'

/** j and k move the focus through the chats, starting at the open one; within the list, the arrow keys do, too. */
export function useChatKeys(list: RefObject<HTMLElement | null>) {
  const t = useTexts('internalChat').internalChat
  const commands = useMemo((): Command[] => {
    const group = t.title
    return [
      {
        id: 'chat-next',
        label: t.next,
        group,
        icon: ArrowDown,
        shortcut: 'j',
        run: () => focusBeside(list.current, 1),
      },
      {
        id: 'chat-previous',
        label: t.previous,
        group,
        icon: ArrowUp,
        shortcut: 'k',
        run: () => focusBeside(list.current, -1),
      },
    ]
  }, [t, list])
  useCommands(commands)

  useEffect(() => {
    const element = list.current
    function onKeyDown(event: KeyboardEvent) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      focusBeside(element, step)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [list])
}

function focusBeside(list: HTMLElement | null, step: number) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('.chat-row') ?? [])]
  const focused = rows.findIndex((row) => row === document.activeElement)
  const open = rows.findIndex((row) => row.matches(openRow))
  const next = focused >= 0 ? focused + step : Math.max(open, 0)
  rows[next]?.focus()
}

export function focusOpenChat() {
  document.querySelector<HTMLElement>(`.chats-list ${openRow}`)?.focus()
}
