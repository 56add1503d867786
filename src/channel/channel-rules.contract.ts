import { dayMs, hourMs } from '../kernel/time/durations.contract'
import { instagramRules } from './instagram/rules.contract'
import { messengerRules } from './messenger/rules.contract'
import type { ChannelRules, InlineFiles } from './rules.contract'
import { cloudRules } from './whatsapp-cloud/rules.contract'
import { whatsappRules } from './whatsapp/rules.contract'

export const channelNames = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const
export type ChannelName = (typeof channelNames)[number]

export const channelRules: Readonly<Record<ChannelName, ChannelRules>> = {
  whatsapp: whatsappRules,
  whatsappapi: cloudRules,
  facebook: messengerRules,
  instagram: instagramRules,
}

export const phoneChannels = channelNames.filter((name) => channelRules[name].phoneNumbers)

/** WhatsApp's official API, also called Cloud API. */
export const cloudChannel = 'whatsappapi' satisfies ChannelName

export function inlineFileOf(channel: ChannelName, mimeType: string): InlineFiles | undefined {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return channelRules[channel].inlineFiles?.find(({ types }) => types.includes(type))
}

/**
 * Ms since 1970; undefined without a limit.
 * @param of.hasHumanAgent a person writes, and the provider lets people answer longer
 * @param of.isComment a person writes, and answers a comment
 */
export function replyWindowEndMs(
  channel: ChannelName,
  lastInboundMs: number | undefined,
  { hasHumanAgent = false, isComment = false } = {},
): number | undefined {
  const { replyWindowHours: hours, humanAgentDays = 0, commentReplyDays = 0 } = channelRules[channel]
  if (hours === undefined) return undefined
  const days = Math.max(hasHumanAgent ? humanAgentDays : 0, isComment ? commentReplyDays : 0)
  return (lastInboundMs ?? 0) + Math.max(hours * hourMs, days * dayMs)
}
