import { canReturnTicket } from '../../../src/ticket/ticket.policy'
import { Undo2 } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

export function returnTicket({ ticket, actor, texts, change }: ActionContext): TicketAction | undefined {
  if (!canReturnTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  return {
    label: actions.return,
    icon: Undo2,
    shortcut: 'a d',
    isImmediate: true,
    run: () => change({ body: { status: 'pending', userId: null }, takes: false, done: done.return }),
  }
}
