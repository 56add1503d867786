import * as v from 'valibot'
import type { ErrorCode } from '../kernel/errors'
import { ticketPriorities } from '../ticket/ticket-priority.contract'
import { choiceOr, flagOr, IdOrNone, textOrNone } from '../kernel/http/body-values'
import { oneOrSeveral } from '../kernel/http/request-parts'
import { contactNameMax } from '../contact/contact.contract'
import { nameText } from '../kernel/text/name-text.contract'
import { messageTextMax } from '../message/message.policy'

export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const externalApiErrors = [
  [400, 'ERR_INVALID_INPUT'],
  [400, 'ERR_WAPP_INVALID_CONTACT'],
  [400, 'ERR_WAPP_CHECK_CONTACT'],
  [400, 'ERR_WAPP_NOT_INITIALIZED'],
  [400, 'ERR_CHANNEL_CANNOT'],
  [401, 'ERR_UNAUTHORIZED'],
  [402, 'ERR_SUBSCRIPTION_EXPIRED'],
  [402, 'ERR_PLAN_LIMIT'],
  [403, 'ERR_NO_PERMISSION'],
  [404, 'ERR_NO_MESSAGE_FOUND'],
  [408, 'ERR_REQUEST_TIMEOUT'],
  [409, 'ERR_OTHER_OPEN_TICKET'],
  [409, 'ERR_CONTACT_BLOCKED'],
  [409, 'ERR_REQUEST_IN_PROGRESS'],
  [413, 'ERR_FILE_TOO_LARGE'],
  [413, 'ERR_REQUEST_TOO_LARGE'],
  [415, 'ERR_JSON_ONLY'],
  [422, 'ERR_IDEMPOTENCY_KEY_REUSED'],
  [429, 'ERR_TOO_MANY_REQUESTS'],
  [503, 'ERR_COMPANY_UPDATING'],
  [507, 'ERR_STORAGE_FULL'],
  [507, 'ERR_STORAGE_LOW'],
] as const satisfies readonly (readonly [status: number, code: ErrorCode])[]

/** Limit of files per request; each becomes a message. */
export const externalFilesMax = 10

/** 8 to 15 digits with country code, or a group's id, with or without `@g.us`. */
export const Recipient = v.pipe(
  v.string(),
  v.transform((given) => given.replace(/[\s+]/g, '').replace(/@g\.us$/i, '')),
  v.minLength(1, 'required'),
  v.regex(/^\d+(-\d+)?$/, 'onlyDigits'),
  v.check((text) => text.includes('-') || text.length >= 8, 'phoneLength'),
  v.check((text) => text.includes('-') || text.length <= 15 || (text.length >= 18 && text.length <= 25), 'phoneLength'),
)

export const isGroupRecipient = (number: string) => number.includes('-') || number.length >= 18

export const SendExternalMessageBody = v.object({
  number: v.pipe(v.union([v.string(), v.number()], 'required'), v.transform(String), Recipient),
  body: v.optional(textOrNone(messageTextMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), externalFilesMax)),
  userId: v.optional(IdOrNone, null),
  /** For tokens of the company; a connection's own token sends by it. */
  connectionId: v.optional(IdOrNone, null),
  queueId: v.optional(IdOrNone, null),
  sendSignature: flagOr(false),
  closeTicket: flagOr(false),
  /** Of the ticket, if this message opens one. */
  priority: choiceOr(ticketPriorities, 'normal'),
  /** Name of a contact that this message creates; its number by default. */
  name: v.optional(v.nullable(v.union([v.literal(''), nameText(1, contactNameMax)])), null),
})
export type SendExternalMessageBody = v.InferOutput<typeof SendExternalMessageBody>
