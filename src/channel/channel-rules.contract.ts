import type { PlanFlag } from '../kernel/company-plan.contract'

export const channelNames = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const
export type ChannelName = (typeof channelNames)[number]

/** The facts of a channel. Drivers, the server and the interface read them here and nowhere else. */
export interface ChannelRules {
  /** The product name, the same in every language. */
  label: string
  icon: 'speechBubble' | 'speechBubbleDots' | 'speechBubbles' | 'camera'
  /** What a company's plan must include to add a connection of this channel. */
  planFlag: PlanFlag
  /** Events come over a session that is held open, or by signed webhooks that name an account of the provider. */
  entrance: 'session' | 'webhook'
  /** Contacts have phone numbers, and any number can be written to. */
  phoneNumbers: boolean
  /** The provider can be asked whether a phone number has an account. */
  numberLookup: boolean
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
  /** Longest text of one message, in UTF-16 code units, or in bytes where the provider counts these. */
  textMax: number
  textCountsBytes?: true
  /** Longest caption of a file, counted likewise; 0 where files carry none. */
  captionMax: number
  /** Outside the reply window, messages that the provider approved before may be sent. */
  templates?: true
  /** Of a recorded voice note when stored. */
  voiceFileExtension: 'mp3' | 'm4a'
}

const megabyte = 1024 * 1024

export const channelRules: Readonly<Record<ChannelName, ChannelRules>> = {
  whatsapp: {
    label: 'WhatsApp',
    icon: 'speechBubble',
    planFlag: 'useWhatsapp',
    entrance: 'session',
    phoneNumbers: true,
    numberLookup: true,
    edit: true,
    delete: true,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: true,
    fileBytesMax: 100 * megabyte,
    textMax: 65_536,
    // Phones show no more of it without a tap.
    captionMax: 1024,
    voiceFileExtension: 'mp3',
  },
  whatsappapi: {
    label: 'WhatsApp API',
    icon: 'speechBubbleDots',
    planFlag: 'useWhatsapp',
    entrance: 'webhook',
    phoneNumbers: true,
    numberLookup: false,
    edit: false,
    delete: false,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: false,
    replyWindowHours: 24,
    fileBytesMax: 100 * megabyte,
    textMax: 4096,
    captionMax: 1024,
    templates: true,
    voiceFileExtension: 'm4a',
  },
  facebook: {
    label: 'Facebook',
    icon: 'speechBubbles',
    planFlag: 'useFacebook',
    entrance: 'webhook',
    phoneNumbers: false,
    numberLookup: false,
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
    textMax: 2000,
    captionMax: 0,
    voiceFileExtension: 'm4a',
  },
  instagram: {
    label: 'Instagram',
    icon: 'camera',
    planFlag: 'useInstagram',
    entrance: 'webhook',
    phoneNumbers: false,
    numberLookup: false,
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
    textMax: 1000,
    textCountsBytes: true,
    captionMax: 0,
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
