import { type ChannelName, channelRules, replyWindowEndMs } from '../../channel/channel-rules.contract'
import { hasHumanAgent } from '../../connection/connection.queries'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { lastInboundMs } from './last-inbound.view'

export function assertChannelCan(channel: ChannelName, what: 'edit' | 'delete' | 'react' | 'contactCard') {
  if (!channelRules[channel][what]) refuse('ERR_CHANNEL_CANNOT')
}

interface Chat {
  channel: ChannelName
  contactId: number
  connectionId: number | null
}

/** @throws Refusal ERR_CHANNEL_CANNOT after the reply window */
export function assertReplyWindow(ctx: CompanyContext, chat: Chat) {
  const { replyWindowHours } = channelRules[chat.channel]
  if (!isInReplyWindow(ctx, chat)) refuse('ERR_CHANNEL_CANNOT', { body: { replyWindowHours } })
}

export function isInReplyWindow(ctx: CompanyContext, chat: Chat) {
  if (channelRules[chat.channel].replyWindowHours === undefined) return true
  const byPerson = actingUserId(ctx.actor) !== undefined && hasHumanAgent(ctx, chat.connectionId)
  return ctx.now.getTime() <= (replyWindowEndMs(chat.channel, lastInboundMs(ctx, chat), byPerson) ?? 0)
}
