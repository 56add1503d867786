import { mentionsMax } from './mention/mentions.contract'
import { messageTextMax } from './message.policy'
import * as v from 'valibot'
import { TemplateChoice } from '../template/template.contract'
import { flagOr, Id, IdOrNone, textOrNone, RequestKey } from '../kernel/http/body-values'
import { DayText, listUpTo, numberListUpTo, oneOrSeveral, orEmpty, pageNumberUpTo } from '../kernel/http/request-parts'

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
  'number_change',
] as const
export type MediaType = (typeof mediaTypes)[number]

/**
 * queued: waiting to be sent. sending: handed to the provider, no answer yet. uncertain: the answer was lost; resent
 * under the same id, or where the provider would deliver that twice, waiting for its receipt. failed: rejected by the provider; a user may resend it.
 */
export const sendStates = ['queued', 'sending', 'uncertain', 'failed'] as const
export type SendState = (typeof sendStates)[number]

/** Changes to existing messages that are sent to the provider. `notify` sends a notification to colleagues' phones. */
export const outboundChangeKinds = ['edit', 'delete', 'react', 'read', 'played', 'rejectCall', 'notify'] as const
export type OutboundChangeKind = (typeof outboundChangeKinds)[number]

/** Data that identifies the message to its provider and downloads its file. */
export interface ProviderData {
  key: Record<string, unknown>
  source?: Record<string, unknown>
}

/** A record identified by its id. In multipart bodies it is JSON text, because all fields are text. */
const Named = v.pipe(
  v.union([v.nullable(v.looseObject({})), v.string()]),
  v.transform((value) => (typeof value === 'string' ? parseJson(value) : value)),
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

const PickedIds = v.pipe(
  v.union([v.array(v.unknown()), v.string()]),
  v.transform((value) => (typeof value === 'string' ? parseJson(value) : value)),
  listUpTo(Id, mentionsMax),
)

const ChosenTemplate = v.pipe(
  v.union([v.looseObject({}), v.string()]),
  v.transform((value) => (typeof value === 'string' ? parseJson(value) : value)),
  TemplateChoice,
)

/** Limit per request; each file becomes a message. */
export const filesMax = 30

/**
 * POST /messages/{ticketId}, as JSON or, with files, as multipart. Several `body` fields caption the `medias` in order;
 * a single one captions the first. `vCard` is the contact to send as a card.
 */
export const SendMessageBody = v.object({
  body: v.optional(oneOrSeveral(textOrNone(messageTextMax), filesMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), filesMax)),
  voiceNote: flagOr(false),
  read: v.optional(v.unknown()),
  fromMe: v.optional(v.unknown()),
  mediaUrl: v.optional(v.unknown()),
  quotedMsg: v.optional(Named),
  isPrivate: flagOr(false),
  /** The composer's signature switch; ignored unless the company enables sendSignMessage. */
  sign: flagOr(false),
  vCard: v.optional(Named),
  /**
   * Sent instead of a text, on channels with templates. Its values may contain the variables of messages. A file is that
   * of its header. In multipart bodies JSON text.
   */
  template: v.optional(ChosenTemplate),
  /** Colleagues chosen for the mentions of a private note, which distinguishes namesakes. In multipart bodies JSON text. */
  mentions: v.optional(PickedIds, []),
  /** Set by the client, so that a repeated request does not create a second message. */
  clientId: v.optional(RequestKey),
})
export type SendMessageBody = v.InferOutput<typeof SendMessageBody>

export const EditMessageBody = v.object({
  body: v.pipe(Text, v.trim(), v.minLength(1, 'required')),
  mentions: v.optional(PickedIds, []),
})

export const ForwardMessageBody = v.object({
  messageId: Id,
  contactId: Id,
  signMessage: flagOr(false),
  queueId: v.optional(IdOrNone),
  clientId: v.optional(RequestKey),
})
export type ForwardMessageBody = v.InferOutput<typeof ForwardMessageBody>

/** POST /messages/{messageId}/reaction. An empty emoji removes the reaction. */
export const ReactToMessageBody = v.object({
  emoji: v.pipe(v.string(), v.maxLength(40), v.regex(/^$|\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, 'emoji')),
})

/**
 * GET /messages/{ticketId}. `cursor` continues from the `nextCursor` of the previous answer; `pageNumber` counts from
 * 1.
 */
export const ListMessagesQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}\.\d{1,16}$/, 'cursor'))),
  pageNumber: pageNumberUpTo(250),
  /** With `cursor`: ends a page early once its messages have this many characters together. */
  textMax: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'integer'), v.toNumber())),
  /** JSON or comma-separated; restricted to the queues that the user may see. */
  selectedQueues: v.optional(numberListUpTo(v.pipe(v.number(), v.integer(), v.minValue(0)), 500), ''),
})
export type ListMessagesQuery = v.InferOutput<typeof ListMessagesQuery>

/** GET /messages/{ticketId}/search. */
export const SearchConversationQuery = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(200, 'tooLong')),
})

/** GET /messages-allMe. Days in the company's time zone, both inclusive. */
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
