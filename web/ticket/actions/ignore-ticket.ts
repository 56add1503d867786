import { canIgnoreTicket } from '../../../src/ticket/ticket.policy'
import { X } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

/** Closes a pending ticket at once, without a message to the contact. It can be undone for some seconds. */
export function ignoreTicket({ ticket, actor, texts, change }: ActionContext): TicketAction | undefined {
  if (!canIgnoreTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { userId } = ticket
  function run() {
    const body = {
      status: 'closed' as const,
      userId,
      sendFarewellMessage: false,
      amountUsedBotQueues: 0,
      canUndo: true,
    }
    return change({ body, takes: false, done: done.ignore })
  }
  return { label: actions.ignore, icon: X, shortcut: 'a i', isImmediate: true, run: () => run() }
}
