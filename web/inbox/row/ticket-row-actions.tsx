import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { EllipsisVertical } from '../../ui/icons'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/button'
import { useMedia } from '../../ui/layout/use-media'
import { Menu } from '../../ui/popup/menu'
import { useInbox } from '../state/inbox-context'
import {
  type TicketAction,
  useActionContext,
  acceptTicket,
  reopenTicket,
  returnTicket,
  transferTicket,
  ignoreTicket,
  resolveListedTicket,
  snoozeTicket,
  wakeTicket,
  prioritiseTicket,
} from '../../ticket/actions/ticket-actions'
import { useSnooze } from '../../ticket/actions/use-snooze'
import { useRowChange } from './use-row-change'

/** The actions of a row: buttons for a mouse, a menu for touch and where the buttons would cover the row. */
export function TicketRowActions({ ticket }: { ticket: TicketView }) {
  useSignals()
  const { busy } = useInbox()
  const t = useTexts().ticket.row
  // Renders again only when this row is changed.
  const isBusy = useComputed(() => busy.value.has(ticket.id)).value
  const actions = useRowActions(ticket)
  const label = t.actions(ticket.contact.name)
  const isMenu = useMedia('(hover: none), (max-width: 419px)', { onServer: false })
  if (actions.length === 0) return null
  if (isMenu) {
    return (
      <div className="ticket-row-menu">
        <Menu
          align="end"
          items={actions.map(({ label: text, icon, run }) => ({ label: text, icon, onSelect: run }))}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={EllipsisVertical} label={label} size="s" tabIndex={-1} />
          )}
        />
      </div>
    )
  }
  return (
    <div className="ticket-row-actions" role="group" aria-label={label}>
      {actions
        .filter(({ hasButton }) => hasButton)
        .map(({ label: text, icon, run, isMain }) => (
          <IconButton
            key={text}
            icon={icon}
            label={text}
            size="s"
            tabIndex={-1}
            variant={isMain ? 'primary' : 'ghost'}
            disabled={isBusy}
            onClick={run}
          />
        ))}
    </div>
  )
}

interface RowAction extends TicketAction {
  /** The main action of a row: it assigns the ticket to the user. */
  isMain: boolean
  /** Rarer ones are in the menu and have a key. */
  hasButton: boolean
}

/** Returns the user's allowed actions on a ticket of the list, the most frequent first. */
export function useRowActions(ticket: TicketView): RowAction[] {
  const { dialog } = useInbox()
  const { change } = useRowChange()
  const context = useActionContext({
    ticket,
    change: (request) => change(ticket, request),
    ask: (question) => void (dialog.value = { ...question, ticket }),
  })
  const { wake } = useSnooze(ticket)
  const main = [acceptTicket(context), reopenTicket(context)]
  const others = [
    resolveListedTicket(context),
    transferTicket(context),
    // A group without an owner is already pending in its queue.
    ticket.userId === null ? undefined : returnTicket(context),
    snoozeTicket(context, () => void (dialog.value = { kind: 'snooze', ticket })),
    wakeTicket(context, wake),
    ignoreTicket(context),
  ]
  const rarer = [prioritiseTicket(context, () => void (dialog.value = { kind: 'priority', ticket }))]
  return [...main, ...others, ...rarer].flatMap((action) =>
    action ? [{ ...action, isMain: main.includes(action), hasButton: !rarer.includes(action) }] : [],
  )
}
