import { type ChannelName, channelRules } from '../channel/channel-rules.contract'

/**
 * pending: waits for an agent. open: assigned to an agent. group: a group conversation that is not an ordinary ticket.
 * nps: waits for a rating. lgpd: waits for consent. closed: resolved.
 */
export const ticketStatuses = ['pending', 'open', 'closed', 'group', 'nps', 'lgpd'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/**
 * The statuses on each tab of the inbox. Tickets that wait for consent are listed among the waiting, tickets that wait for a
 * rating among the resolved.
 */
export function statusesOnTab(tab: TicketStatus): readonly TicketStatus[] {
  if (tab === 'pending') return ['pending', 'lgpd']
  return tab === 'closed' ? ['closed', 'nps'] : [tab]
}

/** The statuses that figures count under a name: who is asked for consent waits, too. */
export function countedStatuses(status: TicketStatus): readonly TicketStatus[] {
  return status === 'pending' ? statusesOnTab(status) : [status]
}

export function attendedStatus({ isGroup, channel }: { isGroup: boolean; channel: ChannelName }): 'group' | 'open' {
  return isGroup && channelRules[channel].groups ? 'group' : 'open'
}
