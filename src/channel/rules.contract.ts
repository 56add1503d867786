import type { PlanFlag } from '../kernel/company/company-plan.contract'

/** bsuid: what WhatsApp gives a person towards one business. */
export type AddressKind = 'phone' | 'lid' | 'group' | 'page-scoped' | 'bsuid'

export interface InlineFiles {
  kind: 'image' | 'video' | 'audio'
  types: readonly string[]
  bytesMax: number
}

export interface ChannelRules {
  label: string
  icon: 'speechBubble' | 'speechBubbleDots' | 'speechBubbles' | 'camera'
  planFlag: PlanFlag
  /** `webhook`: signed requests that name an account. */
  entrance: 'session' | 'webhook'
  /** `code`: on the phone. */
  connectedBy: 'code' | 'account'
  addressKinds: readonly AddressKind[]
  phoneNumbers: boolean
  numberLookup: boolean
  /** It recognises a message sent again under the same id. */
  deduplicates: boolean
  campaignGapMs: number
  sendsMax: number
  /** The phone, at a new pairing, or the provider, at any time. */
  history?: 'phone' | 'provider'
  edit: boolean
  delete: boolean
  react: boolean
  contactCard: boolean
  voiceNote: boolean
  groups: boolean
  /** After the contact's last message; undefined for no limit. */
  replyWindowHours?: number
  /** For people where the provider allows it; not for automatic messages. */
  humanAgentDays?: number
  profiles?: true
  replyBanner?: true
  fileBytesMax: number
  inlineFiles?: readonly InlineFiles[]
  /** Others are refused, and pictures of other types remade. */
  documents?: {
    types: Readonly<Record<string, string>>
    /** Sent as plain texts under their own names. */
    textTypes: readonly string[]
    textEndings: readonly string[]
  }
  /** In UTF-16 code units, or bytes where the provider counts those. */
  textMax: number
  textCountsBytes?: true
  /** In the same unit; 0 if files carry none. */
  captionMax: number
  /** Without it, menus are numbered texts. In UTF-16 code units. */
  menus?: { buttonsMax: number; buttonTitleMax: number; rowsMax: number; rowTitleMax: number; rowTextMax: number }
  /** Approved ones may be sent after the reply window. */
  templates?: true
  voiceFileExtension: 'mp3' | 'm4a' | 'ogg'
}

export const megabyte = 1024 * 1024
