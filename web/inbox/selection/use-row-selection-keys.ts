import { useEffect, useMemo, type RefObject } from 'react'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { Check, ListChecks } from '../../ui/icons'
import type { VirtualListHandle } from '../../ui/list/virtual-list'
import { useInbox } from '../state/inbox-context'

/** Space or x selects, with Shift everything up to a row. Escape ends it. */
export function useRowSelectionKeys(handle: RefObject<VirtualListHandle | null>) {
  const { selection, listedIds } = useInbox()
  const t = useTexts().ticket
  const commands = useMemo((): Command[] => {
    const { group } = t.shortcuts
    const toggle = () => {
      const id = focusedRow()
      if (id !== undefined) selection.toggle(id)
    }
    const all = () => selection.select(listedIds())
    return [
      { id: 'inbox-select', label: t.selection.selectRow, group, icon: Check, shortcut: 'x', run: toggle },
      { id: 'inbox-select-all', label: t.selection.all, group, icon: ListChecks, shortcut: 's s', run: all },
    ]
  }, [t, selection, listedIds])
  useCommands(commands)

  useEffect(() => {
    const element = handle.current?.element()
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, shiftKey } = event
      const id = rowOf(target)
      if (id === undefined) return
      if (key === 'Escape' && !event.defaultPrevented && selection.isActive.peek()) selection.clear()
      else if (key === ' ' && target instanceof Element && target.matches('a')) toggleOrExtend(id, shiftKey)
      else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) return extendWithFocus(id)
      else return
      event.preventDefault()
    }

    function toggleOrExtend(id: number, shiftKey: boolean) {
      if (shiftKey) selection.extendTo(id, listedIds())
      else selection.toggle(id)
    }

    function extendWithFocus(from: number) {
      const to = focusedRow()
      if (to === undefined) return
      if (!selection.ids.peek().has(from)) selection.toggle(from)
      selection.extendTo(to, listedIds())
    }

    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [handle, selection, listedIds])
}

const focusedRow = () => rowOf(document.activeElement)

export function rowOf(target: EventTarget | null) {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null
  return row ? Number(row.dataset['ticket']) : undefined
}
