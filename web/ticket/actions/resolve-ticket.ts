import { canCloseTicket } from '../../../src/ticket/ticket.policy'
import { Check, CheckCheck } from '../../ui/icons'
import type { ActionPlace, TicketAction } from './ticket-action'

/** Resolves an open ticket, with or without a closing message. */
export function resolveTicket(place: ActionPlace): Record<'withFarewell' | 'quietly', TicketAction> | undefined {
  const { ticket, actor, texts } = place
  const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd'
  if (isWaiting || !canCloseTicket(actor, ticket)) return undefined
  const { resolveWith, resolveWithout } = texts.conversation.actions
  return {
    withFarewell: { label: resolveWith, icon: CheckCheck, shortcut: 'a r', run: () => void resolve(place, true) },
    quietly: { label: resolveWithout, icon: Check, shortcut: 'a s', run: () => void resolve(place, false) },
  }
}

/** Confirms first, because the list does not show what was said last. */
export function resolveListedTicket(place: ActionPlace): TicketAction | undefined {
  const { ticket, actor, texts, confirm } = place
  if (!canCloseTicket(actor, ticket)) return undefined
  const action = texts.conversation.actions.resolve
  async function run() {
    const title = texts.ticket.resolveTitle(ticket.contact.name)
    const text = sendsClosingMessage(place) ? texts.ticket.resolveText : texts.conversation.ignoreText
    if (await confirm({ title, text, action })) await resolve(place, true)
  }
  return { label: action, icon: CheckCheck, run: () => void run() }
}

function resolve(place: ActionPlace, farewell: boolean) {
  const { ticket, texts, change } = place
  const sendFarewellMessage = farewell && sendsClosingMessage(place)
  const body = { status: 'closed' as const, userId: ticket.userId, sendFarewellMessage }
  return change({ body, takes: false, done: texts.conversation.done.resolve })
}

/** The closing message was sent with the rating question; without a message the ticket closes at once. */
const sendsClosingMessage = ({ ticket }: ActionPlace) => ticket.status !== 'nps'
