import type { TicketView } from '../../../src/ticket/ticket.answers'

/**
 * Returns the address of a video call. The room is open to everybody who knows its name, so it includes part of the
 * ticket's uuid, which cannot be guessed, unlike its number.
 */
export function meetingLink({ id, uuid }: Pick<TicketView, 'id' | 'uuid'>) {
  return `https://meet.jit.si/${id}-${uuid.replaceAll('-', '').slice(0, 16)}`
}
