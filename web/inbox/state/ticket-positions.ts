import { keepNewest } from '../../../src/kernel/keep-newest.contract'
import type { TicketTabFields } from '../../../src/ticket/list/ticket-scope'

const positionsMax = 5000

/** Records the tabs of recently seen tickets, to determine which tabs a live change affects. */
export function createTicketPositions() {
  const positions = new Map<number, TicketTabFields>()
  return {
    find: (ticketId: number) => positions.get(ticketId),
    note(ticketId: number, { status, userId, queueId, snoozedUntil }: TicketTabFields) {
      positions.delete(ticketId)
      positions.set(ticketId, { status, userId, queueId, snoozedUntil })
      keepNewest(positions, positionsMax)
    },
    forget: (ticketId: number) => void positions.delete(ticketId),
    clear: () => positions.clear(),
  }
}
