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
  /** The provider recognises a message that is sent again under the same id. */
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
  /** Hours after the contact's last message during which replies are allowed; undefined for no limit. */
  replyWindowHours?: number
  /** Starts the provider's refusal of a message after its own reply window. */
  windowOverCode?: string
  /** Days during which people may answer where the provider lets a connection use that; automatic messages may not. */
  humanAgentDays?: number
  /** Days during which people may answer a comment, with one message in private until its author writes. */
  commentReplyDays?: number
  profiles?: true
  replyBanner?: true
  fileBytesMax: number
  inlineFiles?: readonly InlineFiles[]
  /** The only documents that the provider takes; others are refused, and pictures of other types are remade. */
  documents?: {
    types: Readonly<Record<string, string>>
    /** Types and endings of texts, which are sent as plain ones under their own names. */
    textTypes: readonly string[]
    textEndings: readonly string[]
  }
  /** Maximum length of a text, in UTF-16 code units, or in bytes where the provider counts those. */
  textMax: number
  textCountsBytes?: true
  /** Maximum length of a file's caption in the same unit; 0 if files carry none. */
  captionMax: number
  /** Menus as buttons or lists; without it, menus are numbered texts. Lengths are in UTF-16 code units. */
  menus?: { buttonsMax: number; buttonTitleMax: number; rowsMax: number; rowTitleMax: number; rowTextMax: number }
  /** Approved ones may be sent after the reply window. */
  templates?: true
  voiceFileExtension: 'mp3' | 'm4a' | 'ogg'
}

export const megabyte = 1024 * 1024
