import type { WritePiece } from '../kernel/outgoing/guarded-fetch'
import type { AddressKind } from './rules.contract'

/** A LID is not a phone number, although both are digits. */
export interface Address {
  kind: AddressKind
  /** Digits for phone, lid and group; never with a domain. */
  value: string
}

export interface Party {
  addresses: readonly [Address, ...Address[]]
  /** Chosen by themselves, or the group's subject. */
  name?: string
  /** By which people find them at the provider, without an at sign. */
  username?: string
}

/** Text of contacts is untrusted until escaped. */
export type Content =
  /** `choice`: id of a tapped button or row. `answers`: of a form, by field. */
  | { kind: 'text'; text: string; choice?: string; answers?: Readonly<Record<string, string>> }
  | {
      kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
      text: string
      mimeType: string
      fileName?: string
      sizeBytes?: number
      seconds?: number
      width?: number
      height?: number
      voiceNote?: boolean
      /** What the driver needs to download the bytes later; stored unchanged. */
      source: Record<string, unknown>
    }
  | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string; thumbnailBase64?: string }
  | { kind: 'contacts'; contacts: readonly { name: string; vcard: string }[] }
  | { kind: 'buttons'; text: string; footer?: string; buttons: readonly { id: string; text: string }[] }
  /** Undecryptable or of an unknown kind: a placeholder until it arrives. */
  | { kind: 'unknown'; note: string; /** It has been requested again. */ awaited?: true }

export type ChatState = 'composing' | 'recording' | 'paused'

/** `of`: a story answered or mentioning us, or a post commented on. */
export interface Referral {
  title: string
  text: string
  url: string
  of?: 'story' | 'comment'
  sourceId?: string
  sourceType?: string
  clickId?: string
}

/** Times are milliseconds since 1970. */
export type InboundEvent =
  | {
      type: 'message'
      id: string
      chat: Party
      /** Omitted where it is the chat, and for our messages in groups. */
      author?: Party
      fromMe: boolean
      atMs: number
      content: Content
      quotedId?: string
      forwarded?: boolean
      referral?: Referral
      product?: { catalogId: string; productId: string }
      /** Identifies the message to the provider (Baileys' key); stored unchanged. */
      key: Record<string, unknown>
      /** Another app of the account answers the conversation, so that nothing here does by itself. */
      standby?: true
      /** Part of the account's history, requested by an import. New messages that arrive late are not history. */
      history?: boolean
      /** How far our message of the history got; -1 for one that was not sent. */
      ack?: -1 | 1 | 2 | 3 | 5
    }
  /** `chat` and `author` say where the event came from: only the target's own chat may change it. */
  | { type: 'edit'; targetId: string; text: string; atMs: number; fromMe: boolean; chat?: Party; author?: Party }
  | { type: 'delete'; targetId: string; atMs: number; fromMe: boolean; chat?: Party; author?: Party }
  | { type: 'reaction'; targetId: string; author?: Party; fromMe: boolean; emoji: string; atMs: number }
  /** 1 sent, 2 delivered, 3 read, 5 played, −1 rejected. `ownId`: where the provider assigns another; empty for other programs'. */
  | {
      type: 'receipt'
      targetIds: readonly string[]
      ack: -1 | 1 | 2 | 3 | 5
      error?: string
      atMs?: number
      ownId?: string
      charge?: { category: string; isBillable: boolean }
    }
  /** As a receipt, of all messages to the chat that were sent until then. */
  | { type: 'receiptUntil'; chat: Party; untilMs: number; ack: 2 | 3 }
  | {
      type: 'call'
      id: string
      caller: Party
      video: boolean
      group: boolean
      atMs: number
      outcome: 'offered' | 'missed' | 'ended'
    }
  | { type: 'identity'; party: Party }
  | { type: 'savedContact'; party: Party }
  | { type: 'numberChange'; id: string; chat: Party; number: string; atMs: number }
  /** `admins` only as a complete list. */
  | { type: 'group'; party: Party; admins?: readonly Party[] }
  | { type: 'groupAdmins'; group: Party; members: readonly Party[]; are: boolean }
  | { type: 'blocked'; party: Party; blocked: boolean }
  | { type: 'presence'; chat: Party; state: ChatState }
  /** `notice`: what the driver needs to read it. */
  | { type: 'historyNotice'; id: string; notice: string }
  | ({ type: 'notice' } & ProviderNotice)

export interface ProviderNotice {
  topic: string
  businessAccountId: string
  value: Readonly<Record<string, unknown>>
}

export interface OutgoingFile {
  path: string
  name: string
  mimeType: string
  voiceNote?: boolean
}

/** Fields that are not read here are kept. */
export interface TemplatePart {
  type: string
  format?: string
  text?: string
  buttons?: readonly TemplateButton[]
  example?: Record<string, unknown>
  /** Of a new template with a one-time code, whose texts the provider writes. */
  add_security_recommendation?: boolean
  code_expiration_minutes?: number
}

export interface TemplateButton {
  type: string
  text?: string
  url?: string
  flow_id?: unknown
  phone_number?: string
  otp_type?: string
  example?: unknown
}

/** In the form of the Graph API. */
export type TemplateComponent =
  | { type: 'header' | 'body'; parameters: { type: 'text'; text: string; parameter_name?: string }[] }
  | { type: 'button'; sub_type: 'url'; index: string; parameters: { type: 'text'; text: string }[] }
  | {
      type: 'button'
      sub_type: 'copy_code'
      index: string
      parameters: { type: 'coupon_code'; coupon_code: string }[]
    }
  | {
      type: 'button'
      sub_type: 'flow'
      index: string
      parameters: { type: 'action'; action: { flow_token: string } }[]
    }

export const templateFileFormats = ['image', 'video', 'document'] as const
export type TemplateFileFormat = (typeof templateFileFormats)[number]

export type OutgoingContent =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: OutgoingFile; caption: string }
  | { kind: 'contact'; name: string; vcard: string }
  | { kind: 'location'; latitude: number; longitude: number; name?: string }
  /** `open`: label of the button that opens a list. */
  | {
      kind: 'menu'
      text: string
      style: 'button' | 'list'
      open: string
      options: readonly { id: string; name: string }[]
    }
  | {
      kind: 'template'
      name: string
      language: string
      components: readonly TemplateComponent[]
      /** The header's file, which the driver uploads and sends as the first component. */
      header?: { format: TemplateFileFormat; file: OutgoingFile }
    }

export interface OutgoingMessage {
  /** Generated before anything is sent, so that a resend or a receipt is known to be of this message. */
  id: string
  to: Address
  content: OutgoingContent
  quoted?: { key: Record<string, unknown>; text: string; fromMe: boolean }
  forwarded?: boolean
}

/** The same reasons on all channels. */
export class ChannelError extends Error {
  constructor(
    /** `offline`: not sent; retry when connected. `uncertain`: maybe sent, see `deduplicates`. `refused`: final. `limited`: rate limit. */
    readonly reason: 'offline' | 'uncertain' | 'refused' | 'limited',
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message)
    this.name = 'ChannelError'
  }
}

export type ChannelReport =
  | { type: 'qrcode'; code: string }
  | { type: 'pairing' }
  | { type: 'connected'; number: string; lid?: string; name?: string }
  /** `replaced` (by another program) and `unusable` wait for a user, `loggedOut` for a new pairing. Others are retried. */
  | { type: 'closed'; reason: 'loggedOut' | 'restart' | 'replaced' | 'unusable' | 'lost' | 'refused'; message: string }

/** Absent methods are not offered; the rules tell users. */
export interface Channel {
  connect(): Promise<void>
  disconnect(options: { logOut: boolean }): Promise<void>
  /** Sends a message, and returns its id at the provider and further addresses of the recipient. @throws ChannelError */
  send(message: OutgoingMessage): Promise<{ id: string; recipient?: Party } | void>
  /** Passes a file to `write` in pieces, which are worthless if it throws. @throws ChannelError; `refused` if it no longer exists */
  fetchMedia(
    content: Extract<Content, { source: unknown }>,
    key: Record<string, unknown>,
    write: WritePiece,
  ): Promise<void>
  requestPairingCode?(number: string): Promise<string>
  edit?(to: Address, key: Record<string, unknown>, text: string): Promise<void>
  delete?(to: Address, key: Record<string, unknown>): Promise<void>
  react?(to: Address, key: Record<string, unknown>, emoji: string): Promise<void>
  markRead?(keys: readonly Record<string, unknown>[], played?: boolean): Promise<void>
  setTyping?(to: Address, state: ChatState): Promise<void>
  /** For about a minute; the contact may see the account as online. */
  watchTyping?(to: Address): Promise<void>
  checkNumbers?(numbers: readonly string[]): Promise<(Party | undefined)[]>
  fetchProfile?(of: Address): Promise<Pick<Party, 'name' | 'username'>>
  fetchPicture?(of: Address): Promise<Uint8Array | undefined>
  rejectCall?(callId: string, caller: Address): Promise<void>
  /** @throws ChannelError `refused` for somebody the provider does not know */
  setBlocked?(of: Address, blocked: boolean): Promise<void>
  listBlocked?(): Promise<Party[]>
  syncAddressBook?(): Promise<void>
  checkAccess?(): Promise<void>
  readHistory?(): void
}
