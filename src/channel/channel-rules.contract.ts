export type ChannelName = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram'

/** What may be sent on a channel. Data, so that drivers, the server and the composer agree. */
export interface ChannelRules {
  edit: boolean
  delete: boolean
  react: boolean
  quote: boolean
  contactCard: boolean
  voiceNote: boolean
  groups: boolean
  /** Hours after the contact's last message during which one may write; undefined is always. */
  replyWindowHours?: number
  /** The agent is told of those hours all the time, not only when they run out. */
  replyBanner?: true
  fileBytesMax: number
  /** Of a recorded voice note when stored. */
  voiceFileExtension: 'mp3' | 'm4a'
}

const megabyte = 1024 * 1024

export const channelRules: Readonly<Record<ChannelName, ChannelRules>> = {
  whatsapp: {
    edit: true,
    delete: true,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: true,
    fileBytesMax: 100 * megabyte,
    voiceFileExtension: 'mp3',
  },
  whatsappapi: {
    edit: false,
    delete: false,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: false,
    replyWindowHours: 24,
    fileBytesMax: 100 * megabyte,
    voiceFileExtension: 'm4a',
  },
  facebook: {
    edit: false,
    delete: false,
    react: false,
    quote: false,
    contactCard: false,
    voiceNote: true,
    groups: false,
    replyWindowHours: 24,
    replyBanner: true,
    fileBytesMax: 25 * megabyte,
    voiceFileExtension: 'm4a',
  },
  instagram: {
    edit: false,
    delete: false,
    react: true,
    quote: false,
    contactCard: false,
    voiceNote: true,
    groups: false,
    replyWindowHours: 24,
    replyBanner: true,
    fileBytesMax: 25 * megabyte,
    voiceFileExtension: 'm4a',
  },
}

const hourMs = 3_600_000

/**
 * Until when one may write, in milliseconds since 1970; undefined where there is no such limit. Who has never written
 * cannot be written to there.
 */
export function replyWindowEndMs(channel: ChannelName, lastInboundMs: number | undefined): number | undefined {
  const hours = channelRules[channel].replyWindowHours
  return hours === undefined ? undefined : (lastInboundMs ?? 0) + hours * hourMs
}
