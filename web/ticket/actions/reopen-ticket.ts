import { attendedStatus, canReopenTicket } from '../../../src/ticket/ticket.policy'
import { RotateCcw } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

export function reopenTicket({ ticket, actor, texts, change, ask }: ActionContext): TicketAction | undefined {
  if (!canReopenTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { queueId } = ticket
  const body = { status: attendedStatus(ticket), userId: actor.userId, queueId }
  return {
    label: actions.reopen,
    icon: RotateCcw,
    shortcut: 'a a',
    isImmediate: true,
    run: () =>
      queueId === null ? ask({ kind: 'transfer', reopening: true }) : change({ body, takes: true, done: done.reopen }),
  }
}
