import { isEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { LiveMessage, LivePresenter } from '../../kernel/live/live'
import { ticketRoom } from '../../kernel/live/live-hub'
import '../message.events'

/** Conversations of which messages were moved or removed are loaded again. */
export const movedMessagesLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] => {
    const ticketIds = ticketsToReload(event)
    if (ticketIds.length === 0) return []
    const { number } = event
    return [{ topics: ticketIds.map(ticketRoom), event: 'appMessage', number, data: { action: 'reload', ticketIds } }]
  })

function ticketsToReload(event: RecordedEvent): TicketId[] {
  if (isEvent(event, 'ticket.messagesMoved')) return [event.data.fromTicketId, event.ticketId]
  return isEvent(event, 'ticket.messagesWithdrawn') ? [event.ticketId] : []
}
