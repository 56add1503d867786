import type { PlanFlag } from '../kernel/company/company-plan.contract'

/** Kinds of addresses. A bsuid is the id that WhatsApp gives a person towards one business. */
export type AddressKind = 'phone' | 'lid' | 'group' | 'page-scoped' | 'bsuid'

export interface InlineFiles {
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
  /** How companies connect it: with a code on the phone, or with an account at the provider. */
  connectedBy: 'code' | 'account'
  /** How contacts can be reached, the preferred kind first. */
  addressKinds: readonly AddressKind[]
  /** Contacts have phone numbers, and any number can be messaged. */
  phoneNumbers: boolean
  /** The provider can look up whether a phone number has an account. */
  numberLookup: boolean
  /** The provider recognises a message that is sent again under the same id. */
  deduplicates: boolean
  /** The shortest time between two messages of a campaign. */
  campaignGapMs: number
  /** Conversations that are sent to in parallel. */
  sendsMax: number
  /** Where old messages can be imported from: the phone, at a new pairing, or the provider, at any time. */
  history?: 'phone' | 'provider'
  edit: boolean
  delete: boolean
  react: boolean
  contactCard: boolean
  voiceNote: boolean
  groups: boolean
  /** Hours after the contact's last message during which replies are allowed; undefined for no limit. */
  replyWindowHours?: number
  /** Days during which people may answer where the provider lets a connection use that; automatic messages may not. */
  humanAgentDays?: number
  /** Contacts' names and pictures are asked for, because their messages do not name them. */
  profiles?: true
  /** Agents see the remaining time permanently, not only when it runs out. */
  replyBanner?: true
  fileBytesMax: number
  /** Types that contacts see in the conversation, with lower limits; everything else is a document. */
  inlineFiles?: readonly InlineFiles[]
  /** The only documents that the provider takes; others are refused, and pictures of other types are remade. */
  documents?: {
    /** Types by the endings of names. */
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
  /** Templates approved by the provider may be sent after the reply window. */
  templates?: true
  /** File format of stored voice notes. */
  voiceFileExtension: 'mp3' | 'm4a' | 'ogg'
}

export const megabyte = 1024 * 1024
