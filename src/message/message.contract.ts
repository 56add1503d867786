import { mentionsMax, messageTextMax } from './message.policy'
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

/** uncertain: the answer was lost; resent under the same id, or waiting for its receipt. failed: rejected; a user may resend it. */
export const sendStates = ['queued', 'sending', 'uncertain', 'failed'] as const

export const outboundChangeKinds = ['edit', 'delete', 'react', 'read', 'played', 'rejectCall', 'notify'] as const
export type OutboundChangeKind = (typeof outboundChangeKinds)[number]

/** Identifies the message at its provider and downloads its file. */
export interface ProviderData {
  key: Record<string, unknown>
  source?: Record<string, unknown>
}

/** JSON text in multipart bodies. */
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

export const filesMax = 30

/** POST /messages/{ticketId}. `body` fields caption the `medias` in order. */
export const SendMessageBody = v.object({
  body: v.optional(oneOrSeveral(textOrNone(messageTextMax), filesMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), filesMax)),
  voiceNote: flagOr(false),
  read: v.optional(v.unknown()),
  fromMe: v.optional(v.unknown()),
  mediaUrl: v.optional(v.unknown()),
  quotedMsg: v.optional(Named),
  isPrivate: flagOr(false),
  /** Ignored unless the company enables sendSignMessage. */
  sign: flagOr(false),
  vCard: v.optional(Named),
  /** JSON text in multipart bodies. A file is its header's; values may contain variables. */
  template: v.optional(ChosenTemplate),
  mentions: v.optional(PickedIds, []),
  /** A repeated request creates no second message. */
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

/** An empty emoji removes the reaction. */
export const ReactToMessageBody = v.object({
  emoji: v.pipe(v.string(), v.maxLength(40), v.regex(/^$|\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, 'emoji')),
})

/** GET /messages/{ticketId}. `cursor`: the previous `nextCursor`. */
export const ListMessagesQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}\.\d{1,16}$/, 'cursor'))),
  pageNumber: pageNumberUpTo(250),
  /** With `cursor`: ends a page early once its messages have this many characters together. */
  textMax: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'integer'), v.toNumber())),
  selectedQueues: v.optional(numberListUpTo(v.pipe(v.number(), v.integer(), v.minValue(0)), 500), ''),
})
export type ListMessagesQuery = v.InferOutput<typeof ListMessagesQuery>

export const SearchConversationQuery = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(200, 'tooLong')),
})

/** Days in the company's time zone, both inclusive. */
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

/** Automatic messages to a contact who does not write, and for whom nobody asks, before the product is silent. */
export const automaticMessagesMax = 20
