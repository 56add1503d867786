/**
 * pending: waits for somebody. open: an agent answers. group: a group's conversation that is no ordinary ticket.
 * nps: waits for a rating. lgpd: waits for consent. closed: done.
 */
export const ticketStatuses = ['pending', 'open', 'closed', 'group', 'nps', 'lgpd'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** At most one ticket in these states exists per contact and connection. */
export const activeTicketStatuses = ['pending', 'open', 'group', 'nps', 'lgpd'] as const
