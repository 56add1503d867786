import { canCloseTicket } from '../../../src/ticket/ticket.policy'
import { CircleCheck, CircleSlash } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

/** The inbox's command that resolves the open ticket and accepts the next one. */
export const resolveAndNextId = 'inbox-resolve-next'

const appearance = { icon: CircleCheck, shortcut: 'a r', isImmediate: true }

/** Resolves an open ticket at once, with or without a closing message. It can be undone for some seconds. */
export function resolveTicket(
  context: ActionContext,
): Record<'withClosingMessage' | 'quietly', TicketAction> | undefined {
  const { ticket, actor, texts } = context
  const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd'
  if (isWaiting || !canCloseTicket(actor, ticket)) return undefined
  const { resolveWith, resolveWithout, resolveKeywords: keywords } = texts.conversation.actions
  return {
    withClosingMessage: {
      ...appearance,
      label: resolveWith,
      keywords,
      run: () => resolve(context, { withClosingMessage: true }),
    },
    quietly: {
      label: resolveWithout,
      keywords,
      icon: CircleSlash,
      shortcut: 'a s',
      isImmediate: true,
      run: () => resolve(context, { withClosingMessage: false }),
    },
  }
}

/** The same from a row of a list, also for waiting tickets. */
export function resolveListedTicket(context: ActionContext): TicketAction | undefined {
  const { ticket, actor, texts } = context
  if (!canCloseTicket(actor, ticket)) return undefined
  const { resolve: label, resolveKeywords: keywords } = texts.conversation.actions
  return { ...appearance, label, keywords, run: () => resolve(context, { withClosingMessage: true }) }
}

function resolve(context: ActionContext, { withClosingMessage }: { withClosingMessage: boolean }) {
  const { ticket, texts, change } = context
  const sendFarewellMessage = withClosingMessage && sendsClosingMessage(context)
  const body = { status: 'closed' as const, userId: ticket.userId, sendFarewellMessage, canUndo: true }
  return change({ body, takes: false, done: texts.conversation.done.resolve })
}

/** The closing message was sent with the rating question; without a message the ticket closes at once. */
const sendsClosingMessage = ({ ticket }: ActionContext) => ticket.status !== 'nps'
