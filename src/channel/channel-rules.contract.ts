import type { PlanFlag } from '../kernel/company/company-plan.contract'
import { hourMs } from '../kernel/time/durations.contract'

export const channelNames = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const
export type ChannelName = (typeof channelNames)[number]

/** WhatsApp's official API, also called Cloud API. */
export const cloudChannel = 'whatsappapi' satisfies ChannelName

/** Kinds of addresses. A bsuid is the id that WhatsApp gives a person towards one business. */
export type AddressKind = 'phone' | 'lid' | 'group' | 'page-scoped' | 'bsuid'

interface InlineFiles {
  kind: 'image' | 'video' | 'audio'
  types: readonly string[]
  bytesMax: number
}

/** The facts about a channel. Drivers, the server and the interface all read them here. */
export interface ChannelRules {
  label: string
  icon: 'speechBubble' | 'speechBubbleDots' | 'speechBubbles' | 'camera'
  /** The feature that a plan must include for connections of this channel. */
  planFlag: PlanFlag
  /**
   * `session`: events arrive over an open connection. `webhook`: events arrive as signed requests that name a provider
   * account.
   */
  entrance: 'session' | 'webhook'
  /**
   * How companies connect it: with a code on the phone, or with an account at the provider. Undefined while they cannot,
   * because the host's account with the provider is missing.
   */
  connectedBy?: 'code' | 'account'
  /** How contacts can be reached, the preferred kind first. */
  addressKinds: readonly AddressKind[]
  /** Contacts have phone numbers, and any number can be messaged. */
  phoneNumbers: boolean
  /** The provider can look up whether a phone number has an account. */
  numberLookup: boolean
  /** The provider recognises a message that is sent again under the same id. */
  deduplicates: boolean
  /** Conversations that are sent to in parallel. */
  sendsMax: number
  edit: boolean
  delete: boolean
  react: boolean
  quote: boolean
  contactCard: boolean
  voiceNote: boolean
  groups: boolean
  /** Hours after the contact's last message during which replies are allowed; undefined for no limit. */
  replyWindowHours?: number
  /** Agents see the remaining time permanently, not only when it runs out. */
  replyBanner?: true
  fileBytesMax: number
  /** Types that contacts see in the conversation, with lower limits; everything else is a document. */
  inlineFiles?: readonly InlineFiles[]
  /** The provider takes only known types as documents; see `fileRuleOf`. */
  knownFilesOnly?: true
  /** Maximum length of a text, in UTF-16 code units, or in bytes where the provider counts those. */
  textMax: number
  textCountsBytes?: true
  /** Maximum length of a file's caption in the same unit; 0 if files carry none. */
  captionMax: number
  /** Menus as buttons or lists; without it, menus are numbered texts. Lengths are in UTF-16 code units. */
  menus?: { buttonsMax: number; buttonTitleMax: number; rowsMax: number; rowTitleMax: number; rowTextMax: number }
  /** Templates approved by the provider may be sent after the reply window. */
  templates?: true
  /** File format of stored voice notes. */
  voiceFileExtension: 'mp3' | 'm4a' | 'ogg'
}

const megabyte = 1024 * 1024

export const channelRules: Readonly<Record<ChannelName, ChannelRules>> = {
  whatsapp: {
    label: 'WhatsApp',
    icon: 'speechBubble',
    planFlag: 'useWhatsapp',
    entrance: 'session',
    connectedBy: 'code',
    addressKinds: ['group', 'phone', 'lid'],
    phoneNumbers: true,
    numberLookup: true,
    deduplicates: true,
    sendsMax: 8,
    edit: true,
    delete: true,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: true,
    fileBytesMax: 100 * megabyte,
    textMax: 65_536,
    // Phones collapse longer captions.
    captionMax: 1024,
    voiceFileExtension: 'mp3',
  },
  whatsappapi: {
    label: 'WhatsApp API',
    icon: 'speechBubbleDots',
    planFlag: 'useWhatsapp',
    entrance: 'webhook',
    connectedBy: 'account',
    addressKinds: ['phone', 'bsuid'],
    phoneNumbers: true,
    numberLookup: false,
    deduplicates: false,
    sendsMax: 40,
    edit: false,
    delete: false,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    groups: false,
    replyWindowHours: 24,
    fileBytesMax: 100 * megabyte,
    inlineFiles: [
      { kind: 'image', types: ['image/jpeg', 'image/png'], bytesMax: 5 * megabyte },
      { kind: 'video', types: ['video/mp4', 'video/3gpp'], bytesMax: 16 * megabyte },
      {
        kind: 'audio',
        types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/x-m4a'],
        bytesMax: 16 * megabyte,
      },
    ],
    knownFilesOnly: true,
    textMax: 4096,
    captionMax: 1024,
    menus: { buttonsMax: 3, buttonTitleMax: 20, rowsMax: 10, rowTitleMax: 24, rowTextMax: 72 },
    templates: true,
    voiceFileExtension: 'ogg',
  },
  facebook: {
    label: 'Facebook',
    icon: 'speechBubbles',
    planFlag: 'useFacebook',
    entrance: 'webhook',
    addressKinds: ['page-scoped'],
    phoneNumbers: false,
    numberLookup: false,
    deduplicates: false,
    sendsMax: 8,
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
    addressKinds: ['page-scoped'],
    phoneNumbers: false,
    numberLookup: false,
    deduplicates: false,
    sendsMax: 8,
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

/** Returns the inline kind of a type; undefined for documents, and on channels that treat all files alike. */
export function inlineFileOf(channel: ChannelName, mimeType: string): InlineFiles | undefined {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return channelRules[channel].inlineFiles?.find(({ types }) => types.includes(type))
}

export const canConnect = (channel: ChannelName) => channelRules[channel].connectedBy !== undefined

/** Whether a feature of plans can be used: a channel's only with a channel that can be connected. */
export function isUsableFeature(flag: PlanFlag) {
  const channels = channelNames.filter((channel) => channelRules[channel].planFlag === flag)
  return channels.length === 0 || channels.some(canConnect)
}

/**
 * Returns the end of the reply window, in milliseconds since 1970; undefined without a limit. A contact who has never
 * written cannot be messaged on a channel with a limit.
 */
export function replyWindowEndMs(channel: ChannelName, lastInboundMs: number | undefined): number | undefined {
  const hours = channelRules[channel].replyWindowHours
  return hours === undefined ? undefined : (lastInboundMs ?? 0) + hours * hourMs
}
