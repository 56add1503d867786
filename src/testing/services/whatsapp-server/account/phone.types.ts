import type { proto } from '@whiskeysockets/baileys'

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
  quoted?: ChatMessage
  addressing?: Addressing
  /** Unix time in milliseconds; default now. */
  at?: number
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

export interface ChatMessage {
  readonly id: string
  /** The conversation: the other person's phone-number jid, or the group's jid. */
  readonly chat: string
  /** Phone-number jid of who wrote it. */
  readonly from: string
  readonly fromMe: boolean
  /** Unix time in milliseconds. */
  readonly at: number
  readonly message: proto.IMessage
  readonly text: string | undefined
  readonly quotedId: string | undefined
  readonly forwarded: boolean
  /** Jid the client used as destination: tells a LID-addressed send from a phone-number one. */
  readonly addressedTo: string
  readonly addressing: Addressing
}

export type ReceiptKind = 'delivered' | 'read' | 'played'

/** A receipt that reached a simulated phone about a message it sent. */
export interface ReceiptSeen {
  readonly messageId: string
  readonly kind: ReceiptKind
  readonly from: string
}

export interface PresenceSeen {
  readonly from: string
  readonly state: 'available' | 'unavailable' | 'composing' | 'recording' | 'paused'
  readonly at: number
}

export interface PlacedCall {
  readonly id: string
  /** The caller gives up: the client sees a missed call. */
  hangUp(): Promise<void>
  /** True once the client rejected it. */
  readonly rejected: boolean
}

export interface Phone {
  readonly number: string
  readonly jid: string
  readonly lid: string
  readonly name: string

  say(to: Recipient, text: string, options?: SendOptions): Promise<ChatMessage>
  sayMany(to: Recipient, texts: readonly string[], options?: SendOptions): Promise<ChatMessage[]>
  sendImage(to: Recipient, image: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendVideo(to: Recipient, video: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendAudio(to: Recipient, audio: AudioInput, options?: SendOptions): Promise<ChatMessage>
  sendDocument(to: Recipient, document: DocumentInput, options?: SendOptions): Promise<ChatMessage>
  sendSticker(to: Recipient, sticker: MediaInput, options?: SendOptions): Promise<ChatMessage>
  sendLocation(to: Recipient, location: LocationInput, options?: SendOptions): Promise<ChatMessage>
  sendContact(to: Recipient, contact: ContactCardInput, options?: SendOptions): Promise<ChatMessage>
  /** An empty emoji removes the reaction. */
  react(message: ChatMessage, emoji: string, options?: SendOptions): Promise<ChatMessage>
  edit(message: ChatMessage, text: string, options?: SendOptions): Promise<ChatMessage>
  /** "Delete for everyone". */
  revoke(message: ChatMessage, options?: SendOptions): Promise<ChatMessage>
  forward(to: Recipient, message: ChatMessage): Promise<ChatMessage>
  /** Anything else: sends this content as it is. */
  send(to: Recipient, content: proto.IMessage, options?: SendOptions): Promise<ChatMessage>

  /** Everything received and decrypted, oldest first; edits, reactions and revokes are entries too. */
  readonly inbox: readonly ChatMessage[]
  readonly messages: readonly ChatMessage[]
  /** Resolves with the first message, already in the inbox or still to come, that satisfies the predicate. */
  received(predicate?: (message: ChatMessage) => boolean, timeoutMs?: number): Promise<ChatMessage>
  message(id: string): ChatMessage | undefined
  /** How many times a stanza with this id was decrypted by this phone: more than 1 means a double. */
  deliveries(messageId: string): number
  download(message: ChatMessage): Promise<Uint8Array>

  readonly receipts: readonly ReceiptSeen[]
  receiptSeen(messageId: string, kind: ReceiptKind, timeoutMs?: number): Promise<ReceiptSeen>
  /** Only needed where the phone does not send delivery receipts by itself. */
  markDelivered(...messages: ChatMessage[]): Promise<void>
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

  /** Forgets the Signal sessions and sender keys (a restored phone): the next message cannot be decrypted, so the phone asks for a retry. */
  loseSessions(): void
  /** Reinstalls WhatsApp: a new identity key, no sessions, and its linked devices logged out. */
  reinstall(): Promise<void>
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

export interface HistoryMessage {
  id?: string
  text?: string
  content?: proto.IMessage
  fromMe?: boolean
  from?: Recipient
  at: number
}

export interface HistoryChat {
  with: Recipient
  contactName?: string
  unread?: number
  messages: readonly HistoryMessage[]
}

export interface HistoryOptions {
  /** Default `initial`, carried inline; `recent` and `full` go through the media endpoint as encrypted blobs. */
  kind?: 'initial' | 'recent' | 'full'
  /** Splits the past into notifications of so many messages, newest first, as phones do. */
  chunkMessages?: number
  delayMs?: number
  resend?: boolean
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
  readonly wantsFullHistory: boolean
  whenConnected(timeoutMs?: number): Promise<void>
  whenDisconnected(timeoutMs?: number): Promise<void>

  /** A text typed on the account's own phone: reaches the recipient, and the linked device as `fromMe`. */
  typeOnPhone(to: Recipient, text: string, options?: SendOptions): Promise<ChatMessage>
  blockOnPhone(person: Recipient, blocked: boolean): Promise<void>
  readonly blocked: readonly string[]
  sendHistory(chats: readonly HistoryChat[], options?: HistoryOptions): Promise<void>

  /** Stanzas sent or queued that the client has not acknowledged. */
  readonly unacknowledged: number
  whenDrained(timeoutMs?: number): Promise<void>
  readonly nacks: readonly Nack[]
  /** Ids of unreadable messages in each request to the account's phone. */
  readonly askedFor: readonly (readonly string[])[]
  readonly logins: number

  /** Ends the connection with this stream error: 515 restart, 503, 401 device removed, 440 replaced, 500... */
  streamError(code: number): void
  /** Removes the linked device, as "Log out" on the phone: 401 now and on every further login. */
  unlink(): Promise<void>
  drop(): void
}
