import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useRef } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { canAcceptTicket, canChangeTicket, canCloseTicket, canTransferTicket } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { Checkbox } from '../../ui/field/checkbox'
import { IconButton } from '../../ui/button/button'
import { ArrowLeftRight, Check, CircleCheck, MailOpen, Tag, X, type LucideIcon } from '../../ui/icons'
import { useInbox } from '../state/inbox-context'
import { useBulkChange } from './use-bulk-change'

interface BulkAction {
  id: string
  label: string
  icon: LucideIcon
  shortcut: string
  isImmediate?: boolean
  run: () => unknown
}

export function SelectionBar() {
  useSignals()
  const { selection, listedIds, model } = useInbox()
  const texts = useTexts()
  const t = texts.ticket.selection
  const actions = useBulkActions()
  const count = selection.ids.value.size
  const all = model.list(model.shown.value).items.value.length
  return (
    <div className="inbox-toolbar inbox-selection" role="toolbar" aria-label={t.actions}>
      <Checkbox
        aria-label={t.all}
        checked={count > 0 && count === all}
        indeterminate={count > 0 && count < all}
        onCheckedChange={(every) => (every ? selection.select(listedIds()) : selection.clear())}
      />
      <span className="inbox-selected truncate" role="status">
        <span className="inbox-selected-words">{t.count(count)}</span>
        <span className="inbox-selected-number" aria-hidden>
          {count}
        </span>
      </span>
      <div className="inbox-toolbar-buttons">
        {actions.map(({ id, label, icon, shortcut, run }) => (
          <IconButton key={id} icon={icon} label={label} keys={shortcut.split(' ')} size="s" onClick={run} />
        ))}
        <IconButton
          className="inbox-selection-end"
          icon={X}
          label={texts.ui.clearSelection}
          keys={['Esc']}
          size="s"
          onClick={selection.clear}
        />
      </div>
    </div>
  )
}

/** The actions that at least one of the selected tickets allows; the server decides on each. */
function useBulkActions(): BulkAction[] {
  useSignals()
  const { selection, model, dialog } = useInbox()
  const actor = actorOf(useUser())
  const { actions: words } = useTexts().conversation
  const t = useTexts().ticket.selection
  const change = useBulkChange()
  const tickets = model.list(model.shown.value).items.value.filter(({ id }) => selection.ids.value.has(id))
  const ids = tickets.map(({ id }) => id)
  const ask = (kind: 'bulk-accept' | 'bulk-transfer' | 'bulk-tag') => () => void (dialog.value = { kind, ids })
  const needsQueue = tickets.some((ticket) => ticket.queueId === null && canAcceptTicket(actor, ticket))
  const accept = needsQueue ? ask('bulk-accept') : () => change(ids, { action: 'accept' })
  const isTransferable = (ticket: TicketView) => ticket.status !== 'closed' && canTransferTicket(actor, ticket)
  const all: (BulkAction & { allows: (ticket: TicketView) => boolean })[] = [
    {
      id: 'accept',
      label: words.accept,
      icon: Check,
      shortcut: 's a',
      isImmediate: true,
      run: accept,
      allows: (ticket) => canAcceptTicket(actor, ticket),
    },
    {
      id: 'transfer',
      label: words.transfer,
      icon: ArrowLeftRight,
      shortcut: 's t',
      run: ask('bulk-transfer'),
      allows: isTransferable,
    },
    {
      id: 'tag',
      label: t.tag,
      icon: Tag,
      shortcut: 's g',
      run: ask('bulk-tag'),
      allows: (ticket) => canChangeTicket(actor, ticket),
    },
    {
      id: 'read',
      label: t.markRead,
      icon: MailOpen,
      shortcut: 's l',
      isImmediate: true,
      run: () => change(ids, { action: 'read' }),
      allows: ({ unreadMessages }) => unreadMessages > 0,
    },
    {
      id: 'resolve',
      label: words.resolve,
      icon: CircleCheck,
      shortcut: 's r',
      isImmediate: true,
      run: () => change(ids, { action: 'resolve', sendFarewellMessage: true }),
      allows: (ticket) => canCloseTicket(actor, ticket),
    },
  ]
  const offered = all.filter(({ allows }) => tickets.some(allows))
  useBulkCommands(offered)
  return offered
}

function useBulkCommands(actions: readonly BulkAction[]) {
  const t = useTexts().ticket.selection
  const latest = useRef(actions)
  latest.current = actions
  const present = actions.map(({ id }) => id).join()
  const commands = useMemo(
    () =>
      latest.current.map(({ id, label, shortcut, isImmediate }): Command => ({
        id: `selection-${id}`,
        label,
        group: t.actions,
        shortcut,
        isImmediate,
        run: () => latest.current.find((action) => action.id === id)?.run(),
      })),
    // Recreated only when the offered actions change.
    [present, t],
  )
  useCommands(commands)
}
