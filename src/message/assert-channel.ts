import { type ChannelName, channelRules, replyWindowEndMs } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { lastInboundMs } from '../ticket/last-inbound'

/** @throws Refusal ERR_CHANNEL_CANNOT when the channel does not know such a thing */
export function assertChannelCan(channel: ChannelName, what: 'edit' | 'delete' | 'react' | 'quote' | 'contactCard') {
  if (!channelRules[channel][what]) refuse('ERR_CHANNEL_CANNOT')
}

/** Some channels may be written to only for some hours after the contact wrote. @throws Refusal ERR_CHANNEL_CANNOT */
export function assertReplyWindow(
  ctx: CompanyContext,
  ticket: { channel: ChannelName; contactId: number; connectionId: number | null },
) {
  const { replyWindowHours } = channelRules[ticket.channel]
  if (replyWindowHours === undefined) return
  const endMs = replyWindowEndMs(ticket.channel, lastInboundMs(ctx, ticket)) ?? 0
  if (ctx.now.getTime() > endMs) refuse('ERR_CHANNEL_CANNOT', { body: { replyWindowHours } })
}
