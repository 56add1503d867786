import { canIgnoreTicket } from '../../../src/ticket/ticket.policy'
import { X } from '../../ui/icons'
import type { ActionPlace, TicketAction } from './ticket-action'

/** Closes a pending ticket without a message to the contact. */
export function ignoreTicket({ ticket, actor, texts, confirm, change }: ActionPlace): TicketAction | undefined {
  if (!canIgnoreTicket(actor, ticket)) return undefined
  const { actions, done, ignoreTitle, ignoreText } = texts.conversation
  const { userId } = ticket
  async function run() {
    if (!(await confirm({ title: ignoreTitle, text: ignoreText, action: actions.ignore }))) return
    const body = { status: 'closed' as const, userId, sendFarewellMessage: false, amountUsedBotQueues: 0 }
    await change({ body, takes: false, done: done.ignore })
  }
  return { label: actions.ignore, icon: X, shortcut: 'a i', run: () => void run() }
}
