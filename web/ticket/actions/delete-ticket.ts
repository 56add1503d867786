import { canDeleteTicket } from '../../../src/ticket/ticket.policy'
import { Trash2 } from '../../ui/icons'
import type { ActionContext, TicketAction } from './ticket-action'

export function deleteTicket(context: ActionContext, remove: () => Promise<void>): TicketAction | undefined {
  const { ticket, actor, texts, confirm } = context
  if (!canDeleteTicket(actor)) return undefined
  const { actions, deleteTitle, deleteText } = texts.conversation
  async function run() {
    const question = { title: deleteTitle(ticket.id), text: deleteText, action: actions.delete, danger: true }
    if (await confirm(question)) await remove()
  }
  return { label: actions.delete, icon: Trash2, danger: true, run: () => run() }
}
