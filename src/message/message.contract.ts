import { messageTextMax } from './message.policy'
import * as v from 'valibot'
import { flagOr, Id, IdOrNone, textOrNone } from '../kernel/body-values'
import { DayText, listUpTo, oneOrSeveral, orEmpty, pageNumberUpTo } from '../kernel/request-parts'

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

/** What the provider is told about messages that exist; `notify` tells colleagues' phones of one. */
export const outboundChangeKinds = ['edit', 'delete', 'react', 'read', 'played', 'rejectCall', 'notify'] as const
export type OutboundChangeKind = (typeof outboundChangeKinds)[number]

/** A file as its message tells of it. */
export interface FileData {
  name: string
  type: string
  size: number
  seconds?: number
  voiceNote?: boolean
}

/** A message that the provider has approved, with the values of its parameters in order. */
export interface MessageTemplate {
  name: string
  /** Such as `pt_BR`. */
  language: string
  parameters: string[]
}

/** What a message's display needs beyond its body, as stored. */
export interface MessageData {
  /** Received or sent file. `pending` is a file that is still being fetched, `missing` one that is gone for good. */
  file?: FileData & { state?: 'pending' | 'missing' }
  location?: { latitude: number; longitude: number; name?: string; address?: string; thumbnail?: string }
  /** `number` instead of the card where numbers are hidden from the reader. */
  contacts?: { name: string; vcard: string; number?: string }[]
  contentText?: string
  footerText?: string
  buttons?: { buttonId: string; buttonText: { displayText: string } }[]
  template?: MessageTemplate
  call?: { video: boolean; outcome: 'offered' | 'missed' | 'ended' }
  /** Where an unknown or undecryptable message stands in for one that may still come. */
  placeholder?: string
  /** It has been asked for and fills its place when it comes. */
  awaited?: true
}

/** What names the message to its provider again, and what fetches its file. */
export interface ProviderData {
  key: Record<string, unknown>
  source?: Record<string, unknown>
}

/** A record named by its id; as JSON text where the body is multipart, whose fields are all texts. */
const Named = v.pipe(
  v.union([v.nullable(v.looseObject({})), v.string()]),
  v.transform((given) => (typeof given === 'string' ? parseJson(given) : given)),
  v.nullable(v.object({ id: Id })),
)
const Text = v.pipe(v.string(), v.maxLength(messageTextMax, 'tooLong'))
function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** Of one request; each becomes a message. */
export const filesMax = 30

/**
 * POST /messages/{ticketId}, as JSON or, with files, as multipart. Several `body` fields caption several `medias` in
 * their order; a single one captions the first. `vCard` is the contact to send as a card.
 */
export const SendMessageBody = v.object({
  body: v.optional(oneOrSeveral(textOrNone(messageTextMax), filesMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), filesMax)),
  /** The file was recorded in the composer. */
  voiceNote: flagOr(false),
  read: v.optional(v.unknown()),
  fromMe: v.optional(v.unknown()),
  mediaUrl: v.optional(v.unknown()),
  quotedMsg: v.optional(Named),
  isPrivate: flagOr(false),
  /** The composer's signature switch; honoured only when the company's sendSignMessage is enabled. */
  sign: flagOr(false),
  vCard: v.optional(Named),
  /** Made by the client, so that a repeated request is the same message. */
  clientId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,40}$/))),
})
export type SendMessageBody = v.InferOutput<typeof SendMessageBody>

/** POST /messages/edit/{messageId}. */
export const EditMessageBody = v.object({ body: v.pipe(Text, v.trim(), v.minLength(1, 'required')) })

/** POST /message/forward. */
export const ForwardMessageBody = v.object({
  messageId: Id,
  contactId: Id,
  signMessage: flagOr(false),
  queueId: v.optional(IdOrNone),
  clientId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,40}$/))),
})
export type ForwardMessageBody = v.InferOutput<typeof ForwardMessageBody>

/** POST /messages/{messageId}/reaction. An empty emoji takes ours back. */
export const ReactToMessageBody = v.object({
  emoji: v.pipe(v.string(), v.maxLength(40), v.regex(/^$|\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, 'emoji')),
})

/** GET /messages/{ticketId}. `cursor` continues where the answer's `nextCursor` left off; `pageNumber` counts from 1. */
export const ListMessagesQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}\.\d{1,16}$/, 'cursor'))),
  pageNumber: pageNumberUpTo(250),
  /** For who goes on by the cursor: a page ends early once its messages have so many characters together. */
  textMax: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'integer'), v.toNumber())),
  /** JSON or commas; cut to the queues the person may see. */
  selectedQueues: v.optional(
    v.pipe(
      v.union([v.string(), v.array(v.union([v.string(), v.number()]))]),
      v.transform((given) => String(given).replace(/[[\]"\s]/g, '')),
      v.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
      listUpTo(v.pipe(v.number(), v.integer(), v.minValue(0)), 500),
    ),
    '',
  ),
})
export type ListMessagesQuery = v.InferOutput<typeof ListMessagesQuery>

/** GET /messages-allMe. Days are the company's; both are counted whole. */
export const CountMessagesQuery = v.pipe(
  v.object({
    fromMe: v.optional(v.picklist(['true', 'false', '1', '0', '']), 'true'),
    dateStart: orEmpty(DayText),
    dateEnd: orEmpty(DayText),
  }),
  v.forward(
    v.partialCheck(
      [['dateStart'], ['dateEnd']],
      ({ dateStart, dateEnd }) => !dateStart || !dateEnd || dateStart <= dateEnd,
      'endBeforeStart',
    ),
    ['dateEnd'],
  ),
)
export type CountMessagesQuery = v.InferOutput<typeof CountMessagesQuery>

/** The answer of GET /messages-allMe. */
export interface MessageCount {
  count: number
  individual: number
  group: number
}

/** The answer of what sends: one message a file, in their order. */
export interface SentMessages {
  messages: MessageView[]
}

/** A message as lists and live events give it. */
export interface MessageView {
  id: number
  /** Given by the client that wrote it, so that its pending bubble becomes this one. */
  clientId?: string
  ticketId: number
  /** The ticket the message belongs to, for the separator between a contact's tickets. */
  ticket: {
    id: number
    uuid: string
    queueId: number | null
    queue: { id: number; name: string; color: string } | null
    whatsappId: number | null
  }
  queueId: number | null
  queue: { id: number; name: string; color: string } | null
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
  /** Who of the company wrote it; null of contacts and bots. */
  user: { id: number; name: string } | null
}

export interface MessagePage {
  messages: MessageView[]
  hasMore: boolean
  nextCursor: string | null
}
