import type { TicketView } from '../../../src/ticket/ticket.answers'
import { acceptTicket } from '../../ticket/actions/accept-ticket'
import { ignoreTicket } from '../../ticket/actions/ignore-ticket'
import { reopenTicket } from '../../ticket/actions/reopen-ticket'
import { resolveListedTicket } from '../../ticket/actions/resolve-ticket'
import { returnTicket } from '../../ticket/actions/return-ticket'
import type { TicketAction } from '../../ticket/actions/ticket-action'
import { snoozeTicket, wakeTicket } from '../../ticket/actions/snooze-ticket'
import { transferTicket } from '../../ticket/actions/transfer-ticket'
import { useActionContext } from '../../ticket/actions/use-action-context'
import { useSnooze } from '../../ticket/actions/use-snooze'
import { useInbox } from '../state/inbox-context'
import { useRowChange } from './use-row-change'

interface RowAction extends TicketAction {
  /** The main action of a row: it assigns the ticket to the user. */
  isMain: boolean
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
  return [...main, ...others].flatMap((action) => (action ? [{ ...action, isMain: main.includes(action) }] : []))
}
