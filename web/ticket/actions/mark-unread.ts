import { canChangeTicket, isResolved } from '../../../src/ticket/ticket.policy'
import { MailOpen } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

/** Shows the conversation as unread, as a reminder to come back to it. `mark` asks the server. */
export function markTicketUnread(
  { ticket, actor, texts }: ActionContext,
  mark: () => unknown,
): TicketAction | undefined {
  if (isResolved(ticket) || !canChangeTicket(actor, ticket)) return undefined
  return { label: texts.conversation.actions.markUnread, icon: MailOpen, shortcut: 'a n', isImmediate: true, run: mark }
}
