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
