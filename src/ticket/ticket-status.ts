/** pending: for an agent. group: no ordinary ticket. nps: for a rating. lgpd: for consent. closed: resolved. */
export const ticketStatuses = ['pending', 'open', 'closed', 'group', 'nps', 'lgpd'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Consent is among the waiting, ratings among the resolved. */
export function statusesOnTab(tab: TicketStatus): readonly TicketStatus[] {
  if (tab === 'pending') return ['pending', 'lgpd']
  return tab === 'closed' ? ['closed', 'nps'] : [tab]
}

export function countedStatuses(status: TicketStatus): readonly TicketStatus[] {
  return status === 'pending' ? statusesOnTab(status) : [status]
}
