import { attendedStatus, canAcceptTicket } from '../../../src/ticket/ticket.policy'
import { Check } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

export function acceptTicket({ ticket, actor, texts, change, ask }: ActionContext): TicketAction | undefined {
  if (!canAcceptTicket(actor, ticket)) return undefined
  const { actions, done } = texts.conversation
  const { queueId } = ticket
  const body = { status: attendedStatus(ticket), userId: actor.userId, queueId }
  return {
    label: actions.accept,
    icon: Check,
    shortcut: 'a a',
    isImmediate: true,
    run: () => (queueId === null ? ask({ kind: 'accept' }) : change({ body, takes: true, done: done.accept })),
  }
}
