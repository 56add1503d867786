import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { cutText } from '../../ui/text/cut-text'
import { useInbox } from '../state/inbox-context'
import type { TicketList } from '../state/ticket-list-model'
import { useRowActions } from './ticket-row-actions'

const nameLengthMax = 40

export function RowCommands({ list }: { list: TicketList }) {
  useSignals()
  const { opened } = useInbox()
  const id = useFocusedRow()
  const ticket = list.items.value.find((listed) => listed.id === id)
  if (!ticket || ticket.id === opened.value?.id) return null
  return <CommandsOfRow ticket={ticket} hasKeys={opened.value === undefined} />
}

/** `hasKeys`: without an open conversation, the keys of its actions are the row's. */
function CommandsOfRow({ ticket, hasKeys }: { ticket: TicketView; hasKeys: boolean }) {
  const { group } = useTexts().conversation.actions
  const name = cutText(ticket.contact.name, nameLengthMax)
  const actions = useRowActions(ticket)
  const latest = useRef(actions)
  latest.current = actions
  const present = actions.map(({ label }) => label).join('|')
  const commands = useMemo(
    () =>
      latest.current.map(({ label, icon, keywords, shortcut, isImmediate }): Command => ({
        id: `row.${label}`,
        label: `${label.replace(/…$/, '')}: ${name}`,
        group,
        icon,
        keywords,
        isImmediate,
        ...(hasKeys && shortcut && { shortcut }),
        run: () => latest.current.find((action) => action.label === label)?.run(),
      })),
    // Recreated only when the allowed actions or the row change.
    [present, group, name, hasKeys],
  )
  useCommands(commands)
  return null
}

function useFocusedRow() {
  const [id, setId] = useState<number>()
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('dialog, [popover]')) return
      const row = target.closest<HTMLElement>('.ticket-row')?.dataset['ticket']
      setId(row === undefined ? undefined : Number(row))
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return id
}
