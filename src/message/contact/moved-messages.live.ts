import type { TicketId } from '../../kernel/ids'
import { type LiveMessage, presentEach } from '../../kernel/live/live'
import { ticketRoom } from '../../kernel/live/live-hub'
import '../message.events'

/** Conversations of which messages were moved or removed are loaded again. */
export const movedMessagesLive = presentEach({
  'ticket.messagesMoved': (_, { number, ticketId, data }) => reload(number, [data.fromTicketId, ticketId]),
  'ticket.messagesWithdrawn': (_, { number, ticketId }) => reload(number, [ticketId]),
})

function reload(number: number, ticketIds: TicketId[]): LiveMessage[] {
  return [{ topics: ticketIds.map(ticketRoom), event: 'appMessage', number, data: { action: 'reload', ticketIds } }]
}
