import type { ChannelName } from '../channel/channel'
import '../connection/connection-control'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'

/** Where no channel says otherwise. */
const fileBytesMaxDefault = 100 * 1024 * 1024

const capabilitiesOf = (ctx: CompanyContext, channel: ChannelName) =>
  ctx.company.services.hooks.connections?.capabilitiesOf(channel)

export function fileBytesMax(ctx: CompanyContext, channel: ChannelName) {
  return capabilitiesOf(ctx, channel)?.fileBytesMax ?? fileBytesMaxDefault
}

/** @throws Refusal ERR_CHANNEL_CANNOT when the channel is known not to */
export function assertChannelCan(
  ctx: CompanyContext,
  channel: ChannelName,
  what: 'edit' | 'delete' | 'react' | 'contactCard',
) {
  if (capabilitiesOf(ctx, channel)?.[what] === false) refuse('ERR_CHANNEL_CANNOT')
}

/** Some channels may be written to only for some hours after the contact wrote. @throws Refusal ERR_CHANNEL_CANNOT */
export function assertReplyWindow(
  ctx: CompanyContext,
  ticket: { channel: ChannelName; contactId: number; connectionId: number | null },
) {
  const hours = capabilitiesOf(ctx, ticket.channel)?.replyWindowHours
  if (hours === undefined) return
  const last = ctx.company.sqlite
    .query<{ at: number | null }, [number, number | null]>(
      `SELECT max((SELECT created_at FROM message WHERE ticket_id = ticket.id AND from_me = 0
         ORDER BY created_at DESC LIMIT 1)) AS at
       FROM ticket WHERE contact_id = ? AND connection_id = ?`,
    )
    .get(ticket.contactId, ticket.connectionId)
  if (ctx.now.getTime() - (last?.at ?? 0) > hours * 3_600_000) {
    refuse('ERR_CHANNEL_CANNOT', { body: { replyWindowHours: hours } })
  }
}
