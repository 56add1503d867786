import type { WritePiece } from '../kernel/outgoing/guarded-fetch'
import type { AddressKind } from './rules.contract'

/** The provider's address of a chat or person. A LID is not a phone number, although both are digits. */
export interface Address {
  kind: AddressKind
  /** Digits for phone, lid and group; otherwise the provider's id. Never includes a domain. */
  value: string
}

/** A person or group as named by one event: all known addresses, the chat's own first. */
export interface Party {
  addresses: readonly [Address, ...Address[]]
  /** The name they chose for themselves, or the group's subject. */
  name?: string
  /** By which people find them at the provider, without an at sign. */
  username?: string
}

/** The content of a message. `text` is the body or caption. Text of contacts is untrusted until escaped. */
export type Content =
  /** `choice` is the id of a tapped button or row; `answers` are those of a form, by its fields. */
  | { kind: 'text'; text: string; choice?: string; answers?: Readonly<Record<string, string>> }
  | {
      kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
      text: string
      /** As declared by the sender. The bytes are sniffed before the file is served. */
      mimeType: string
      fileName?: string
      sizeBytes?: number
      seconds?: number
      /** In pixels, as the sender of a picture or video declares it. */
      width?: number
      height?: number
      /** Recorded in the chat, not attached. */
      voiceNote?: boolean
      /** What the driver needs to download the bytes later; stored unchanged. */
      source: Record<string, unknown>
    }
  | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string; thumbnailBase64?: string }
  | { kind: 'contacts'; contacts: readonly { name: string; vcard: string }[] }
  | { kind: 'buttons'; text: string; footer?: string; buttons: readonly { id: string; text: string }[] }
  /**
   * A message that could not be decrypted or is of an unknown kind. Shown as a placeholder and replaced if the message
   * arrives later.
   */
  | { kind: 'unknown'; note: string; /** It has been requested again. */ awaited?: true }

export type ChatState = 'composing' | 'recording' | 'paused'

/** `of`: the story that was answered or mentions us, or the post that was commented on in public. */
export interface Referral {
  title: string
  text: string
  url: string
  of?: 'story' | 'comment'
  /** The provider's id and kind of the advertisement or post, and of the tap on it. */
  sourceId?: string
  sourceType?: string
  clickId?: string
}

/** Events common to all channels. Times are milliseconds since 1970. */
export type InboundEvent =
  | {
      type: 'message'
      id: string
      chat: Party
      /** Omitted in a direct chat when it is the chat itself; always set in groups unless the message is ours. */
      author?: Party
      fromMe: boolean
      atMs: number
      content: Content
      quotedId?: string
      forwarded?: boolean
      /** The advertisement or post that led the person to write. */
      referral?: Referral
      /** What the catalogue calls the product that the person asks about. */
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
  /**
   * 1 sent, 2 delivered, 3 read, 5 played; −1 rejected by the provider, with `error`. `ownId`: the id under which the only
   * target was handed over, on channels whose provider assigns another one; empty for messages of other programs.
   */
  | {
      type: 'receipt'
      targetIds: readonly string[]
      ack: -1 | 1 | 2 | 3 | 5
      error?: string
      ownId?: string
      /** What the provider charges a delivered message as. */
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
  /** The account's address book has the person under the party's name. */
  | { type: 'savedContact'; party: Party }
  /** The person of the chat goes on under another phone number. The old one may get another owner. */
  | { type: 'numberChange'; id: string; chat: Party; number: string; atMs: number }
  /** `admins` is set if the complete list of administrators is known. */
  | { type: 'group'; party: Party; admins?: readonly Party[] }
  | { type: 'groupAdmins'; group: Party; members: readonly Party[]; are: boolean }
  | { type: 'blocked'; party: Party; blocked: boolean }
  | { type: 'presence'; chat: Party; state: ChatState }
  /** A part of the account's past is ready to be read; `notice` is what the driver needs for that. */
  | { type: 'historyNotice'; id: string; notice: string }
  | ({ type: 'notice' } & ProviderNotice)

/** A fact about the account itself, such as its quality or a template; `topic` and `value` are the provider's own. */
export interface ProviderNotice {
  topic: string
  /** The business account that it belongs to, which may have several connections. */
  businessAccountId: string
  value: Readonly<Record<string, unknown>>
}

export interface OutgoingFile {
  path: string
  name: string
  mimeType: string
  voiceNote?: boolean
}

/** A component of a template as the provider describes it. Fields that are not read here are kept. */
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
  /** The form that the button opens. */
  flow_id?: unknown
  phone_number?: string
  otp_type?: string
  example?: unknown
}

/** Values of a template's variables for one of its components, as the Graph API takes them. */
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
  /** Only on channels whose rules have menus. `open` is the label of the button that opens a list. */
  | {
      kind: 'menu'
      text: string
      style: 'button' | 'list'
      open: string
      options: readonly { id: string; name: string }[]
    }
  /** Only on channels whose rules have templates. */
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

/** The reason why a provider did not accept something, common to all channels. */
export class ChannelError extends Error {
  constructor(
    /**
     * `offline`: nothing was sent; retry when connected. `uncertain`: possibly sent; see `deduplicates` of the channel's rules.
     * `refused`: never accepted; do not retry. `limited`: rate limit.
     */
    readonly reason: 'offline' | 'uncertain' | 'refused' | 'limited',
    message: string,
    /** The limit concerns only this recipient or file; others are not affected. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
    this.name = 'ChannelError'
  }
}

/** State reported by a driver. The connection's state machine decides what follows. */
export type ChannelReport =
  | { type: 'qrcode'; code: string }
  | { type: 'pairing' }
  | { type: 'connected'; number: string; lid?: string; name?: string }
  /**
   * `loggedOut` needs a new pairing. `restart` was requested by the provider. `replaced` (another program uses the
   * account) and `unusable` (the credentials cannot be used here) wait for a user. All others are retried with
   * back-off.
   */
  | { type: 'closed'; reason: 'loggedOut' | 'restart' | 'replaced' | 'unusable' | 'lost' | 'refused'; message: string }

/** One connection of a company to its provider. Methods that a provider does not offer are absent; the rules tell users. */
export interface Channel {
  connect(): Promise<void>
  /** Disconnects from the provider. `logOut` also unpairs the device, which invalidates the credentials. */
  disconnect(options: { logOut: boolean }): Promise<void>
  /**
   * Resolves when the provider has accepted the message, with the provider's own id if it assigns one, and with the
   * recipient if the provider knows them by further addresses.
   * @throws ChannelError
   */
  send(message: OutgoingMessage): Promise<{ id: string; recipient?: Party } | void>
  /**
   * Writes the bytes of a received file in pieces. What was written is worthless when it throws.
   * @throws ChannelError `refused` when the file no longer exists
   */
  fetchMedia(
    content: Extract<Content, { source: unknown }>,
    key: Record<string, unknown>,
    write: WritePiece,
  ): Promise<void>
  /** Requests the 8-character code that is typed on the phone instead of scanning a QR code. */
  requestPairingCode?(number: string): Promise<string>
  edit?(to: Address, key: Record<string, unknown>, text: string): Promise<void>
  delete?(to: Address, key: Record<string, unknown>): Promise<void>
  react?(to: Address, key: Record<string, unknown>, emoji: string): Promise<void>
  markRead?(keys: readonly Record<string, unknown>[], played?: boolean): Promise<void>
  setTyping?(to: Address, state: ChatState): Promise<void>
  /**
   * Subscribes to the contact's typing for about a minute; repeat to extend. The contact may see the account as online.
   */
  watchTyping?(to: Address): Promise<void>
  checkNumbers?(numbers: readonly string[]): Promise<(Party | undefined)[]>
  /** Returns the name that the person shows there; empty without one. */
  fetchName?(of: Address): Promise<string>
  fetchPicture?(of: Address): Promise<Uint8Array | undefined>
  rejectCall?(callId: string, caller: Address): Promise<void>
  /** Blocks or unblocks the person for the account. @throws ChannelError `refused` for somebody the provider does not know */
  setBlocked?(of: Address, blocked: boolean): Promise<void>
  listBlocked?(): Promise<Party[]>
  syncAddressBook?(): Promise<void>
  /** Asks the provider whether the account's access lasts, once a day. Reports the end of the session if it does not. */
  checkAccess?(): Promise<void>
  /** Reads the parts of the account's past that were announced. Returns at once. */
  readHistory?(): void
}
