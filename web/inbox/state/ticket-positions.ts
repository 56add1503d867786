import type { TicketTabFields } from '../../../src/ticket/list/ticket-scope'

const placesMax = 5000

/** Records the tabs of recently seen tickets, to determine which tabs a live change affects. */
export function createTicketPositions() {
  const places = new Map<number, TicketTabFields>()
  return {
    find: (ticketId: number) => places.get(ticketId),
    note(ticketId: number, { status, userId, queueId, snoozedUntil }: TicketTabFields) {
      places.delete(ticketId)
      places.set(ticketId, { status, userId, queueId, snoozedUntil })
      if (places.size > placesMax) places.delete(places.keys().next().value as number)
    },
    forget: (ticketId: number) => void places.delete(ticketId),
    clear: () => places.clear(),
  }
}
