import { canTransferTicket } from '../../../src/ticket/ticket.policy'
import { ArrowLeftRight } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

export function transferTicket({ ticket, actor, texts, ask }: ActionContext): TicketAction | undefined {
  if (ticket.status === 'closed' || !canTransferTicket(actor, ticket)) return undefined
  return {
    label: texts.conversation.actions.transfer,
    icon: ArrowLeftRight,
    shortcut: 'a t',
    run: () => ask({ kind: 'transfer', reopening: false }),
  }
}
