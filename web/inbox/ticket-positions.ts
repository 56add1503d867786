import type { TicketAssignment } from '../../src/ticket/ticket.policy'

const placesMax = 5000

/** Records the tabs of recently seen tickets, to tell what a live change moved. */
export function createTicketPositions() {
  const places = new Map<number, TicketAssignment>()
  return {
    find: (ticketId: number) => places.get(ticketId),
    note(ticketId: number, { status, userId, queueId }: TicketAssignment) {
      places.delete(ticketId)
      places.set(ticketId, { status, userId, queueId })
      if (places.size > placesMax) places.delete(places.keys().next().value as number)
    },
    forget: (ticketId: number) => void places.delete(ticketId),
    clear: () => places.clear(),
  }
}
