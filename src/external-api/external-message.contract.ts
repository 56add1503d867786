import * as v from 'valibot'
import { flagOr, IdOrNone, textOrNone } from '../kernel/http/body-values'
import { oneOrSeveral } from '../kernel/http/request-parts'
import { contactNameMax } from '../contact/contact.contract'
import { nameText } from '../kernel/text/name-text.contract'
import { messageTextMax } from '../message/message.policy'

/** Delivery states of a message, in order. */
export const messageStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Limit of files per request; each becomes a message. */
export const externalFilesMax = 10

/** Digits of a phone number with country code (8 to 15), or the id of a group, with or without `@g.us`. */
export const Recipient = v.pipe(
  v.string(),
  v.transform((given) => given.replace(/[\s+]/g, '').replace(/@g\.us$/i, '')),
  v.minLength(1, 'required'),
  v.regex(/^\d+(-\d+)?$/, 'onlyDigits'),
  v.check((text) => text.includes('-') || text.length >= 8, 'phoneLength'),
  v.check((text) => text.includes('-') || text.length <= 15 || (text.length >= 18 && text.length <= 25), 'phoneLength'),
)

export const isGroupRecipient = (number: string) => number.includes('-') || number.length >= 18

/** POST /api/messages/send, as JSON or, with files, as multipart. `body` is the text, or the caption of the first file. */
export const SendExternalMessageBody = v.object({
  number: v.pipe(v.union([v.string(), v.number()], 'required'), v.transform(String), Recipient),
  body: v.optional(textOrNone(messageTextMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), externalFilesMax)),
  userId: v.optional(IdOrNone, null),
  queueId: v.optional(IdOrNone, null),
  sendSignature: flagOr(false),
  closeTicket: flagOr(false),
  /** Name of a contact that this message creates; its number by default. */
  name: v.optional(v.nullable(v.union([v.literal(''), nameText(1, contactNameMax)])), null),
})
export type SendExternalMessageBody = v.InferOutput<typeof SendExternalMessageBody>
