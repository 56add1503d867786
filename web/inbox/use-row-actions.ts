import type { TicketView } from '../../src/ticket/ticket.answers'
import { acceptTicket } from '../ticket/actions/accept-ticket'
import { ignoreTicket } from '../ticket/actions/ignore-ticket'
import { reopenTicket } from '../ticket/actions/reopen-ticket'
import { resolveListedTicket } from '../ticket/actions/resolve-ticket'
import { returnTicket } from '../ticket/actions/return-ticket'
import type { TicketAction } from '../ticket/actions/ticket-action'
import { transferTicket } from '../ticket/actions/transfer-ticket'
import { useActionPlace } from '../ticket/actions/use-action-place'
import { useInbox } from './inbox-context'
import { useRowChange } from './use-row-change'

export interface RowAction extends TicketAction {
  /** Takes the ticket to oneself, which is what a row is mostly used for. */
  isMain: boolean
}

/** What this person may do with a ticket of the list, the likeliest first. */
export function useRowActions(ticket: TicketView): RowAction[] {
  const { dialog } = useInbox()
  const { change } = useRowChange()
  const place = useActionPlace({
    ticket,
    change: (request) => change(ticket, request),
    ask: (question) => void (dialog.value = { ...question, ticket }),
  })
  const main = [acceptTicket(place), reopenTicket(place)]
  const others = [
    resolveListedTicket(place),
    transferTicket(place),
    // A group that nobody attends to waits in its queue already.
    ticket.userId === null ? undefined : returnTicket(place),
    ignoreTicket(place),
  ]
  return [...main, ...others].flatMap((action) => (action ? [{ ...action, isMain: main.includes(action) }] : []))
}
