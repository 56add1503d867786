import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId } from '../kernel/ids'
import type { ChannelName } from './channel-rules.contract'

/** How a provider names a chat or a person. A LID is never a phone number, even where both are digits. */
export interface Address {
  kind: 'phone' | 'lid' | 'group' | 'page-scoped'
  /** Digits for phone, lid and group; the provider's id otherwise. Never a domain. */
  value: string
}

/** A person or group as one event names them: every address known for them, the chat's own first. */
export interface Party {
  addresses: readonly [Address, ...Address[]]
  /** The name they gave themselves, or the group's subject. */
  name?: string
}

/** What a message carries. `text` is the body or caption; everything a stranger wrote is hostile until escaped. */
export type Content =
  | { kind: 'text'; text: string }
  | {
      kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
      text: string
      /** As the sender says; the bytes are sniffed before they are served. */
      mimeType: string
      fileName?: string
      sizeBytes?: number
      seconds?: number
      /** Recorded in the chat rather than attached. */
      voiceNote?: boolean
      /** Whatever the driver needs to fetch the bytes later; stored as it is. */
      source: Record<string, unknown>
    }
  | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string; thumbnailBase64?: string }
  | { kind: 'contacts'; contacts: readonly { name: string; vcard: string }[] }
  | { kind: 'buttons'; text: string; footer?: string; buttons: readonly { id: string; text: string }[] }
  /** A message the provider could not decrypt or that we do not know: shown as a placeholder, filled later if it comes. */
  | { kind: 'unknown'; note: string; /** It has been asked for again. */ awaited?: true }

/** Whether somebody is writing, speaking, or neither. */
export type ChatState = 'composing' | 'recording' | 'paused'

/** What every channel says in the same words. Times are milliseconds since 1970. */
export type InboundEvent =
  | {
      type: 'message'
      id: string
      chat: Party
      /** Absent in a chat of two when it is the chat itself; always given in groups unless it is ours. */
      author?: Party
      /** Typed on the paired phone or another linked device. */
      fromMe: boolean
      atMs: number
      content: Content
      quotedId?: string
      forwarded?: boolean
      /** What names this message again to the provider (Baileys' key), stored as it is. */
      key: Record<string, unknown>
      /** Out of the account's past, asked for by an import; anything that arrives late but new is not history. */
      history?: boolean
    }
  /** `chat` and `author` say where it came from and from whom: only the target's own chat may change it. */
  | { type: 'edit'; targetId: string; text: string; atMs: number; fromMe: boolean; chat?: Party; author?: Party }
  | { type: 'delete'; targetId: string; atMs: number; fromMe: boolean; chat?: Party; author?: Party }
  /** An empty emoji takes the reaction back. */
  | { type: 'reaction'; targetId: string; author?: Party; fromMe: boolean; emoji: string; atMs: number }
  /** 1 sent, 2 delivered, 3 read, 5 played; −1 refused by the provider, with its reason. */
  | { type: 'receipt'; targetIds: readonly string[]; ack: -1 | 1 | 2 | 3 | 5; error?: string }
  | {
      type: 'call'
      id: string
      caller: Party
      video: boolean
      group: boolean
      atMs: number
      outcome: 'offered' | 'missed' | 'ended'
    }
  /** Two or more addresses turned out to be one person. */
  | { type: 'identity'; party: Party }
  /** `admins` where the whole list of its administrators came along. */
  | { type: 'group'; party: Party; admins?: readonly Party[] }
  /** Some of a group became its administrators, or are none any more. */
  | { type: 'groupAdmins'; group: Party; members: readonly Party[]; are: boolean }
  | { type: 'presence'; chat: Party; state: ChatState }

/** A file to send, as a path on this machine's disk. */
export interface OutgoingFile {
  path: string
  name: string
  mimeType: string
  voiceNote?: boolean
}

export type OutgoingContent =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: OutgoingFile; caption: string }
  | { kind: 'contact'; name: string; vcard: string }
  | { kind: 'location'; latitude: number; longitude: number; name?: string }
  /** Only on channels whose rules have templates. */
  | { kind: 'template'; name: string; language: string; parameters: readonly string[] }

export interface OutgoingMessage {
  /** Chosen by us before anything is sent, so that a resend is the same message. */
  id: string
  to: Address
  content: OutgoingContent
  quoted?: { key: Record<string, unknown>; text: string; fromMe: boolean }
  forwarded?: boolean
}

/** Why a provider did not take something, in words every channel shares. */
export class ChannelError extends Error {
  constructor(
    /**
     * `offline`: nothing was sent, try when connected. `uncertain`: it may have been sent, resend under the same id.
     * `refused`: the provider will never take it. `limited`: slow down.
     */
    readonly reason: 'offline' | 'uncertain' | 'refused' | 'limited',
    message: string,
  ) {
    super(message)
    this.name = 'ChannelError'
  }
}

/** What a driver reports of its connection; the connection's state machine decides what follows. */
export type ChannelReport =
  | { type: 'qrcode'; code: string }
  | { type: 'pairing' }
  | { type: 'connected'; number: string; lid?: string; name?: string }
  /**
   * `loggedOut` needs a new pairing; `restart` is asked for by the provider; `replaced` (another program uses the account)
   * and `unusable` (the credentials cannot be used here) wait for a person; the rest is tried again with back-off.
   */
  | { type: 'closed'; reason: 'loggedOut' | 'restart' | 'replaced' | 'unusable' | 'lost' | 'refused'; message: string }

/** One connection of one company to its provider. */
export interface Channel {
  connect(): Promise<void>
  /** Leaves the provider; with `logOut` also unpairs, so that the credentials are worthless. */
  disconnect(options: { logOut: boolean }): Promise<void>
  /** Asks for the 8-character code that is typed on the phone instead of scanning. */
  requestPairingCode(number: string): Promise<string>
  /** Resolves when the provider has it. @throws ChannelError */
  send(message: OutgoingMessage): Promise<void>
  edit(to: Address, key: Record<string, unknown>, text: string): Promise<void>
  delete(to: Address, key: Record<string, unknown>): Promise<void>
  react(to: Address, key: Record<string, unknown>, emoji: string): Promise<void>
  markRead(keys: readonly Record<string, unknown>[], played?: boolean): Promise<void>
  /** Shows the contact that we write or speak. */
  setTyping(to: Address, state: ChatState): Promise<void>
  /** Asks to be told of the contact's typing for about a minute; asked again, it goes on. The contact may see us online. */
  watchTyping(to: Address): Promise<void>
  /** The bytes of a received file. @throws ChannelError `refused` when it is gone for good */
  fetchMedia(content: Extract<Content, { source: unknown }>, key: Record<string, unknown>): Promise<Uint8Array>
  /** The addresses of a number that has an account; undefined when it has none. */
  checkNumber(number: string): Promise<Party | undefined>
  /** The same for several numbers in one question, in their order. */
  checkNumbers(numbers: readonly string[]): Promise<(Party | undefined)[]>
  /** The picture's bytes; undefined when there is none or it is hidden. */
  fetchPicture(of: Address): Promise<Uint8Array | undefined>
  fetchGroup(of: Address): Promise<Party | undefined>
  rejectCall(callId: string, caller: Address): Promise<void>
  /** Brings what the driver knows of the account's address book up to date. */
  syncAddressBook(): Promise<void>
}

/** Somebody whom the account of a connection knows. */
export interface AddressBookEntry {
  /** Digits; empty where only the LID is known, and the reverse. */
  phone: string
  lid: string
  /** As saved in the address book; empty for others. */
  name: string
  hasChat: boolean
}

/** What the surroundings give a driver for one connection. */
export interface ChannelHost {
  connectionId: ConnectionId
  /** A fresh context of the connection's company. */
  context(): CompanyContext
  report(report: ChannelReport): void
  /** Files raw provider events durably before it returns; they are interpreted afterwards. */
  file(payloads: readonly string[]): void
  /** For what is worth nothing a moment later, such as typing. */
  pass(event: InboundEvent): void
  /**
   * What to do with a past the provider hands over. Newer than `newAfterMs` (0 when no message was ever seen) is as good as
   * new; since `sinceMs` it is filed as history; the rest is not wanted.
   */
  past(): { newAfterMs: number; sinceMs?: number }
}

export interface ChannelDriver {
  open(host: ChannelHost): Channel
  /** Turns one filed payload into events. Pure: the same payload always gives the same events. */
  normalise(payload: string): InboundEvent[]
  /** Another address of the same person, out of what the driver keeps of a connection; nothing is asked of the provider. */
  otherName?(ctx: CompanyContext, connectionId: ConnectionId, address: Address): Address | undefined
  /** Whom the account knows, as far as the driver has been told. */
  addressBook?(ctx: CompanyContext, connectionId: ConnectionId): AddressBookEntry[]
  /** Removes what the driver keeps of a connection, such as credentials. */
  forget(ctx: CompanyContext, connectionId: ConnectionId): void
}

export type ChannelDrivers = Partial<Record<ChannelName, ChannelDriver>>
