import { isEvent } from '../../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../../kernel/live/live'
import { ticketRoom } from '../../kernel/live/live-hub'
import '../message.events'

export const movedMessagesLive: LivePresenter = (_, events) =>
  events.flatMap((event): LiveMessage[] => {
    if (!isEvent(event, 'ticket.messagesMoved')) return []
    const { number, ticketId } = event
    const ticketIds = [event.data.fromTicketId, ticketId]
    return [{ topics: ticketIds.map(ticketRoom), event: 'appMessage', number, data: { action: 'reload', ticketIds } }]
  })
