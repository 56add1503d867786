import type { Account } from './account/phone.types'
import type { Addressing, Phone, PhoneOptions, Recipient } from './account/phone.types'

export type * from './account/phone.types'

/** Options of `startWhatsAppServer`. Everything listens on 127.0.0.1 only. */
export interface WhatsAppServerOptions {
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number
  /** SQLite file with people, keys, queues and media, so that the server survives `kill -9`; in memory by default. */
  stateFile?: string
  /** How many QR codes a pairing attempt hands out before the client gives up. Default 6, as the real server. */
  qrCodesPerAttempt?: number
  /** Called with every stanza, for debugging a test: direction seen from the server. */
  onStanza?: (direction: 'received' | 'sent', stanza: string) => void
  /** Called after anything a phone can notice: a message, a receipt, a presence, a link. Must not throw. */
  onChange?: () => void
  /** Answers plain http requests that are neither the web socket nor media; `serve.ts` hangs its control endpoint here. */
  onRequest?: (request: Request) => Promise<Response> | Response
}

export interface GroupOptions {
  subject: string
  creator: Recipient
  members: readonly Recipient[]
  /** Default `lid`, as the real server creates groups today. */
  addressing?: Addressing
  description?: string
}

export interface Group {
  readonly jid: string
  readonly subject: string
  /** Phone-number jids. */
  readonly members: readonly string[]
  add(by: Recipient, ...people: Recipient[]): Promise<void>
  remove(by: Recipient, ...people: Recipient[]): Promise<void>
  promote(by: Recipient, ...people: Recipient[]): Promise<void>
  demote(by: Recipient, ...people: Recipient[]): Promise<void>
  leave(person: Recipient): Promise<void>
  changeSubject(by: Recipient, subject: string): Promise<void>
}

/** Failures to inject. All off at start; each call replaces the earlier setting of the same switch. */
export interface FailureSwitches {
  /** Accept connections and stanzas but never answer, until `speak()`. */
  silence(): void
  speak(): void
  /** Delay every stanza to clients; 0 turns it off. */
  slow(ms: number): void
  /** Hand waiting messages to clients in reversed order, in pairs, until called with false. */
  reorder(on?: boolean): void
  dropConnections(): void
  /** Refuse new web sockets with http 503 until called with false. */
  refuseConnections(on?: boolean): void
  /** Answer pairing attempts with a failure until called with false. */
  refusePairing(on?: boolean): void
  /** Answer the next messages clients send with an ack error (463, 479...); by default every one until `acceptMessages()`. */
  refuseMessages(error: number, times?: number): void
  acceptMessages(): void
  /** Refuse the next requests for the backlog: the clients can send but receive nothing. */
  refuseActive(times: number): void
  /** Simulated phones ignore retry requests until called with false. */
  ignoreRetries(on?: boolean): void
  /** The account's own phone ignores requests for its copies until called with false. */
  ignorePeerRequests(on?: boolean): void
  /** Swallow the acks of the messages clients send: delivered, but the client never learns. */
  withholdAcks(on?: boolean): void
  /** Answer media uploads with this http status; 0 turns it off. */
  failUploads(status: number): void
  /** Answer media downloads with this http status; 0 turns it off. */
  failDownloads(status: number): void
  /** Everything stored so far answers 410 until the sender's phone uploads it again on request. */
  expireMedia(): void
  /** Deliver again what the account's device already acknowledged. Returns how many stanzas. */
  replay(account: Account): number
}

export interface WhatsAppServer extends FailureSwitches {
  readonly url: string
  /** Base address that stands for `https://mmg.whatsapp.net` and the upload hosts (WHATSAPP_MEDIA_URL). */
  readonly mediaUrl: string
  readonly port: number
  /** Returns the person with this number, created on first use. Later options update it. */
  phone(number: string, options?: PhoneOptions): Phone
  readonly phones: readonly Phone[]
  /** The linked device of this number; throws when it has none. With several, the newest. */
  account(number: string): Account
  readonly accounts: readonly Account[]
  createGroup(options: GroupOptions): Promise<Group>
  group(jid: string): Group
  readonly groups: readonly Group[]
  stop(): Promise<void>
}
