import { randomBytes } from 'node:crypto'

declare const kind: unique symbol
type Id<Kind extends string> = number & { readonly [kind]?: Kind }

/** Ids repeat across companies, except CompanyId. The brand is optional: plain numbers pass, two kinds of id do not mix. */
export type CompanyId = Id<'company'>
export type PlanId = Id<'plan'>
export type UserId = Id<'user'>
export type QueueId = Id<'queue'>
export type TagId = Id<'tag'>
export type ContactId = Id<'contact'>
export type ConnectionId = Id<'connection'>
export type TicketId = Id<'ticket'>
export type MessageId = Id<'message'>
export type ChatId = Id<'chat'>
export type ChatMessageId = Id<'chatMessage'>
export type AnnouncementId = Id<'announcement'>

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits from the system's generator, without modulo bias: about 5.95 bits a character. */
export function randomToken(length: number) {
  let token = ''
  while (token.length < length) {
    for (const byte of randomBytes(length * 2)) {
      const letter = byte < 248 ? letters[byte % 62] : undefined
      if (letter && token.length < length) token += letter
    }
  }
  return token
}
