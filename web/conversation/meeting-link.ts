import type { TicketView } from '../../src/ticket/ticket.answers'

/**
 * A room named after the ticket. Its number alone could be guessed by anybody, and the room is open to all who know its
 * name: a part of the ticket's unguessable uuid goes with it.
 */
export function meetingLink({ id, uuid }: Pick<TicketView, 'id' | 'uuid'>) {
  return `https://meet.jit.si/${id}-${uuid.replaceAll('-', '').slice(0, 16)}`
}
