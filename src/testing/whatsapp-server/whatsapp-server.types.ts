import type { proto } from '@whiskeysockets/baileys'

/** Options of `startWhatsAppServer`. Everything listens on 127.0.0.1 only. */
export interface WhatsAppServerOptions {
  /** Port to listen on; 0 (the default) picks a free one. */
  port?: number
  /** SQLite file that keeps people, keys, queues and media, so that the server survives `kill -9`. Memory only without it. */
  stateFile?: string
  /** How many QR codes a pairing attempt hands out before the client gives up. Default 6, as the real server. */
  qrCodesPerAttempt?: number
  /** Called with every stanza, for debugging a test: direction seen from the server. */
  onStanza?: (direction: 'received' | 'sent', stanza: string) => void
  /** Answers plain http requests that are neither the web socket nor media; `serve.ts` hangs its control door here. */
  onRequest?: (request: Request) => Promise<Response> | Response
}

/** Anyone or anything a message can be addressed to: a number, a jid, a phone, an account or a group. */
export type Recipient = string | { readonly jid: string }

/** Which of a person's two identities the messages carry, as the real server does since the move to LIDs. */
export type Addressing = 'pn' | 'lid'

export interface PhoneOptions {
  /** Push name shown to the people it writes to. Defaults to the number. */
  name?: string
  /** Local part or full jid of its LID. Derived from the number when absent. */
  lid?: string
  /** How its own messages are addressed. Default `pn`. */
  addressing?: Addressing
  /** Text of "about". */
  about?: string
  /** A person who turned read receipts off still sends delivery receipts. Default true. */
  sendsDeliveryReceipts?: boolean
}

export interface SendOptions {
  /** Message this one answers. */
  quoted?: ChatMessage
  /** Overrides the phone's addressing for this message. */
  addressing?: Addressing
  /** Unix time in milliseconds; default now. */
  at?: number
  /** Marks it as forwarded. */
  forwarded?: boolean
  /** Fixed message id; default a fresh one in the phone's format. */
  id?: string
}

export interface MediaInput {
  bytes: Uint8Array
  mimetype?: string
  caption?: string
}

export interface DocumentInput extends MediaInput {
  fileName: string
}

export interface AudioInput {
  bytes: Uint8Array
  mimetype?: string
  /** A voice note (push to talk). Default false: an audio file. */
  voice?: boolean
  seconds?: number
}

export interface LocationInput {
  latitude: number
  longitude: number
  name?: string
  address?: string
}

export interface ContactCardInput {
  name: string
  number: string
}

/** A message as one simulated phone knows it, sent or received. */
export interface ChatMessage {
  readonly id: string
  /** The conversation: the other person's phone-number jid, or the group's jid. */
  readonly chat: string
  /** Phone-number jid of who wrote it. */
  readonly from: string
  readonly fromMe: boolean
  /** Unix time in milliseconds. */
  readonly at: number
  /** The decrypted content. */
  readonly message: proto.IMessage
  /** Text or caption, when it has one. */
  readonly text: string | undefined
  /** Id of the message it quotes, if any. */
  readonly quotedId: string | undefined
  readonly forwarded: boolean
  /** Jid the client used as destination: tells a LID-addressed send from a phone-number one. */
  readonly addressedTo: string
}

export type ReceiptKind = 'delivered' | 'read' | 'played'

/** A receipt that reached a simulated phone about a message it sent. */
export interface ReceiptSeen {
  readonly messageId: string
  readonly kind: ReceiptKind
  readonly from: string
}

/** Typing, recording or presence seen by a simulated phone. */
export interface PresenceSeen {
  readonly from: string
  readonly state: 'available' | 'unavailable' | 'composing' | 'recording' | 'paused'
}

/** A call placed by a simulated phone. */
export interface PlacedCall {
  readonly id: string
  /** The caller gives up: the client sees a missed call. */
  hangUp(): Promise<void>
  /** True once the client rejected it. */
  readonly rejected: boolean
}

/** A person with WhatsApp on a phone: a real Signal identity, driven by the test. */
export interface Phone {
  readonly number: string
  readonly jid: string
  readonly lid: string
  readonly name: string

  say(to: Recipient, text: string, options?: SendOptions): Promise<ChatMessage>
  /** Writes many texts in one burst, in order. */
  sayMany(to: Recipient, texts: readonly string[], options?: SendOptions): Promise<ChatMessage[]>
  sendImage(to: Recipient, image: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendVideo(to: Recipient, video: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendAudio(to: Recipient, audio: AudioInput, options?: SendOptions): Promise<ChatMessage>
  sendDocument(to: Recipient, document: DocumentInput, options?: SendOptions): Promise<ChatMessage>
  sendSticker(to: Recipient, sticker: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendLocation(to: Recipient, location: LocationInput, options?: SendOptions): Promise<ChatMessage>
  sendContact(to: Recipient, contact: ContactCardInput, options?: SendOptions): Promise<ChatMessage>
  /** An empty emoji takes the reaction back. */
  react(message: ChatMessage, emoji: string): Promise<ChatMessage>
  edit(message: ChatMessage, text: string): Promise<ChatMessage>
  /** "Delete for everyone". */
  revoke(message: ChatMessage): Promise<ChatMessage>
  forward(to: Recipient, message: ChatMessage): Promise<ChatMessage>
  /** Anything else: sends this content as it is. */
  send(to: Recipient, content: proto.IMessage, options?: SendOptions): Promise<ChatMessage>

  /** Everything received and decrypted, oldest first; edits, reactions and revokes are entries too. */
  readonly inbox: readonly ChatMessage[]
  /** Resolves with the first message, already in the inbox or still to come, that satisfies the predicate. */
  received(predicate?: (message: ChatMessage) => boolean, timeoutMs?: number): Promise<ChatMessage>
  /** A message this phone sent or received. */
  message(id: string): ChatMessage | undefined
  /** How many times a stanza with this id was decrypted by this phone: more than 1 means a double. */
  deliveries(messageId: string): number
  /** Fetches and decrypts the media of a received message. */
  download(message: ChatMessage): Promise<Uint8Array>

  readonly receipts: readonly ReceiptSeen[]
  receiptSeen(messageId: string, kind: ReceiptKind, timeoutMs?: number): Promise<ReceiptSeen>
  markRead(...messages: ChatMessage[]): Promise<void>
  markPlayed(message: ChatMessage): Promise<void>

  readonly presences: readonly PresenceSeen[]
  presenceSeen(state: PresenceSeen['state'], timeoutMs?: number): Promise<PresenceSeen>
  goOnline(): Promise<void>
  goOffline(): Promise<void>
  startTyping(to: Recipient): Promise<void>
  startRecording(to: Recipient): Promise<void>
  stopTyping(to: Recipient): Promise<void>

  call(to: Recipient, options?: { video?: boolean }): Promise<PlacedCall>

  setName(name: string): Promise<void>
  setAbout(about: string): Promise<void>
  setPicture(bytes: Uint8Array): Promise<void>
  removePicture(): Promise<void>

  /** Forgets the Signal sessions (a restored or reinstalled phone): the next message cannot be decrypted, so the phone asks for a retry. */
  loseSessions(): void
  /** Uninstalls WhatsApp: the number stops existing for contact checks. */
  uninstall(): Promise<void>

  /** Points the camera at a client's QR code and links it. Resolves when the client signed its identity. */
  scan(qr: string): Promise<Account>
  /** Types the 8 characters a client shows and links it. */
  typeLinkCode(code: string): Promise<Account>
}

/** A refusal the client sent about a stanza it could not handle. */
export interface Nack {
  readonly stanzaId: string
  readonly error: string
}

export interface HistoryChat {
  /** The person (or group) of the conversation. */
  with: Recipient
  /** Name in the phone's address book. */
  contactName?: string
  unread?: number
  messages: readonly HistoryMessage[]
}

export interface HistoryMessage {
  id?: string
  text?: string
  /** Content other than text. */
  content?: proto.IMessage
  fromMe?: boolean
  /** Unix time in milliseconds. */
  at: number
}

export interface HistoryOptions {
  /** Default `initial`, carried inline; `recent` goes through the media endpoint as an encrypted blob. */
  kind?: 'initial' | 'recent'
  progress?: number
  /** Push names to announce besides the chats. */
  pushNames?: readonly { with: Recipient; name: string }[]
}

/** A phone with a linked device (the client under test), seen from WhatsApp's side. */
export interface Account {
  readonly number: string
  readonly jid: string
  readonly lid: string
  /** The linked device's jid, e.g. `5511...:1@s.whatsapp.net`. */
  readonly deviceJid: string
  readonly phone: Phone
  readonly connected: boolean
  whenConnected(timeoutMs?: number): Promise<void>
  whenDisconnected(timeoutMs?: number): Promise<void>

  /** A text typed on the account's own phone: reaches the recipient, and the linked device as `fromMe`. */
  typeOnPhone(to: Recipient, text: string, options?: SendOptions): Promise<ChatMessage>
  /** Sends a history sync notification from the account's phone to the linked device. */
  sendHistory(chats: readonly HistoryChat[], options?: HistoryOptions): Promise<void>

  /** Stanzas sent or queued that the client has not acknowledged. */
  readonly unacknowledged: number
  /** Resolves when nothing is left to acknowledge. */
  whenDrained(timeoutMs?: number): Promise<void>
  readonly nacks: readonly Nack[]
  /** How many connections have logged in so far. */
  readonly logins: number

  /** Ends the connection with this stream error: 515 restart, 503, 401 device removed, 440 replaced, 500... */
  streamError(code: number): void
  /** Removes the linked device, as "Log out" on the phone: 401 now and on every further login. */
  unlink(): Promise<void>
  /** Cuts the connection without a word. */
  drop(): void
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
  /** Cut every connection now. */
  dropConnections(): void
  /** Refuse new web sockets with http 503 until called with false. */
  refuseConnections(on?: boolean): void
  /** Answer pairing attempts with a failure until called with false. */
  refusePairing(on?: boolean): void
  /** Answer the next messages clients send with an ack error (463, 479...); by default every one until `acceptMessages()`. */
  refuseMessages(error: number, times?: number): void
  acceptMessages(): void
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

/** A running server. */
export interface WhatsAppServer extends FailureSwitches {
  /** For `waWebSocketUrl`. */
  readonly url: string
  /** Base address that stands for `https://mmg.whatsapp.net` and the upload hosts (WHATSAPP_MEDIA_URL). */
  readonly mediaUrl: string
  readonly port: number
  /** The person with this number, created on first use. Options given later update it. */
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

/** Starts a server on 127.0.0.1. */
export type StartWhatsAppServer = (options?: WhatsAppServerOptions) => Promise<WhatsAppServer>
