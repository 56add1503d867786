import { type ChannelName, channelRules } from '../channel/channel-rules.contract'

/**
 * pending: waits for somebody. open: an agent answers. group: a group's conversation that is no ordinary ticket.
 * nps: waits for a rating. lgpd: waits for consent. closed: done.
 */
export const ticketStatuses = ['pending', 'open', 'closed', 'group', 'nps', 'lgpd'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/**
 * What stands on a tab of the inbox: besides the tickets of its name those that wait for a word of the contact, where an
 * agent would look for them. Whose consent is awaited waits with the others; whose rating is awaited has been resolved.
 */
export function statusesOnTab(tab: TicketStatus): readonly TicketStatus[] {
  if (tab === 'pending') return ['pending', 'lgpd']
  return tab === 'closed' ? ['closed', 'nps'] : [tab]
}

/** The status of a ticket that an agent has accepted: a group's conversation is `group`. */
export function attendedStatus({ isGroup, channel }: { isGroup: boolean; channel: ChannelName }): 'group' | 'open' {
  return isGroup && channelRules[channel].groups ? 'group' : 'open'
}
