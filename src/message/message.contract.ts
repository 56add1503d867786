import * as v from 'valibot'

export const mediaTypes = [
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'contactMessage',
  'reactionMessage',
  'buttonsMessage',
  'call_log',
] as const
export type MediaType = (typeof mediaTypes)[number]

/**
 * queued: waits for its turn. sending: handed to the provider, no answer yet. uncertain: the answer was lost, it will be
 * resent under the same id. failed: the provider refused it; a person may try again.
 */
export const sendStates = ['queued', 'sending', 'uncertain', 'failed'] as const
export type SendState = (typeof sendStates)[number]

/** What a message's display needs beyond its body, as stored. */
export interface MessageData {
  /** Received or sent file. `pending` is a file that is still being fetched, `missing` one that is gone for good. */
  file?: {
    name: string
    type: string
    size: number
    seconds?: number
    voiceNote?: boolean
    state?: 'pending' | 'missing'
  }
  location?: { latitude: number; longitude: number; name?: string; address?: string; thumbnail?: string }
  contacts?: { name: string; vcard: string }[]
  contentText?: string
  footerText?: string
  buttons?: { buttonId: string; buttonText: { displayText: string } }[]
  call?: { video: boolean; outcome: 'offered' | 'missed' | 'ended' }
  /** Where an unknown or undecryptable message stands in for one that may still come. */
  placeholder?: string
}

/** What names the message to its provider again, and what fetches its file. */
export interface ProviderData {
  key: Record<string, unknown>
  source?: Record<string, unknown>
}

/** POST /messages/{ticketId}, JSON. `vCard` is the contact to send as a card. */
export const SendMessageBody = v.object({
  body: v.optional(v.pipe(v.string(), v.maxLength(65_536)), ''),
  read: v.optional(v.union([v.number(), v.boolean()])),
  fromMe: v.optional(v.union([v.boolean(), v.literal('true')])),
  mediaUrl: v.optional(v.string()),
  quotedMsg: v.optional(v.nullable(v.object({ id: v.number() }))),
  isPrivate: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
  /** The composer's signature switch; honoured only when the company's sendSignMessage is enabled. */
  sign: v.optional(v.boolean(), false),
  vCard: v.optional(v.nullable(v.object({ id: v.number() }))),
  /** Made by the client, so that a repeated request is the same message. */
  clientId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,40}$/))),
})
export type SendMessageBody = v.InferOutput<typeof SendMessageBody>

/** A message as lists and live events give it. */
export interface MessageView {
  id: number
  /** Given by the client that wrote it, so that its pending bubble becomes this one. */
  clientId?: string
  ticketId: number
  /** The ticket the message belongs to, for the separator between a contact's tickets. */
  ticket: { id: number; uuid: string; queue: { id: number; name: string; color: string } | null }
  queueId: number | null
  body: string
  fromMe: boolean
  ack: number
  sendState: SendState | null
  sendError: string | null
  mediaType: MediaType | null
  /** Path on this origin; null while there is no file. */
  mediaUrl: string | null
  isPrivate: boolean
  isDeleted: boolean
  isEdited: boolean
  editedAt: string | null
  isForwarded: boolean
  quotedMsg: QuotedMessage | null
  contact: { id: number; name: string; urlPicture: string } | null
  /** Who of the company wrote it; null for contacts, automation and the paired phone. */
  user: { id: number; name: string } | null
  reactions: { emoji: string; fromMe: boolean; name: string }[]
  dataJson: MessageData | null
  createdAt: string
}

export interface QuotedMessage {
  id: number
  body: string
  fromMe: boolean
  mediaType: MediaType | null
  mediaUrl: string | null
  isDeleted: boolean
  contact: { id: number; name: string } | null
}

export interface MessagePage {
  messages: MessageView[]
  hasMore: boolean
  nextCursor: string | null
}
