import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { InboxModel } from '../state/inbox-model'

export function isOffering(model: InboxModel, { id, offerNext }: { id: number; offerNext: boolean }) {
  return offerNext && (model.counts.value.pending > 0 || ownUnread(model, id) !== undefined)
}

export function ownUnread(model: InboxModel, userId: number): TicketView | undefined {
  const own = model.list('open').items.value.filter((ticket) => ticket.userId === userId && ticket.unreadMessages > 0)
  return own.reduce<TicketView | undefined>((first, ticket) => {
    return first && first.updatedAt <= ticket.updatedAt ? first : ticket
  }, undefined)
}
