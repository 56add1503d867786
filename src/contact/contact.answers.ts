import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'

const Named = v.object({ id: v.number(), name: v.string() })

export const ContactView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  /** By which people find the contact on WhatsApp, without an at sign; empty without one, and where numbers are hidden. */
  username: v.string(),
  email: v.string(),
  channel: v.picklist(channelNames),
  urlPicture: v.string(),
  isGroup: v.boolean(),
  active: v.boolean(),
  disableBot: v.boolean(),
  acceptAudioMessage: v.boolean(),
  lgpdAcceptedAt: v.nullable(v.string()),
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(Named),
  /** The user whose wallet contains the contact; null for none. */
  walletUserId: v.nullable(v.number()),
  wallet: v.nullable(Named),
  tags: v.array(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  extraInfo: v.array(v.object({ id: v.number(), name: v.string(), value: v.string() })),
  /** The last message of the newest ticket that the user may see; empty for none. */
  lastMessage: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type ContactView = v.InferOutput<typeof ContactView>

export const ContactPage = v.object({
  contacts: v.array(ContactView),
  hasMore: v.boolean(),
  count: v.number(),
  nextCursor: v.nullable(v.string()),
})
export type ContactPage = v.InferOutput<typeof ContactPage>

export const ContactPick = v.pick(ContactView, ['id', 'name', 'number', 'email', 'channel', 'isGroup'])
export type ContactPick = v.InferOutput<typeof ContactPick>

/**
 * Why two contacts may be the same person. sameAccount: the same WhatsApp account. samePhone: the same number,
 * regardless of country code, leading zero and ninth digit. sameNameAndTail: the same last eight digits and first name.
 * sameName: the same full name, and one of them has no number. sameEmail: the same address.
 */
export const DuplicateReason = v.picklist(['sameAccount', 'samePhone', 'sameNameAndTail', 'sameName', 'sameEmail'])
export type DuplicateReason = v.InferOutput<typeof DuplicateReason>

export const DuplicateView = v.object({ contact: ContactView, reason: DuplicateReason })
export type DuplicateView = v.InferOutput<typeof DuplicateView>

/** Records that a merge would move to the other contact. */
export const MergePreview = v.object({
  from: ContactView,
  into: ContactView,
  /** The contact after the merge. */
  result: v.pick(ContactView, ['name', 'number', 'email', 'active', 'disableBot', 'acceptAudioMessage']),
  moves: v.object({
    tickets: v.number(),
    messages: v.number(),
    notes: v.number(),
    tags: v.number(),
    extraInfo: v.number(),
    schedules: v.number(),
  }),
  /** Active tickets of both on one connection, of which the newer would be closed into the older. */
  twinTickets: v.number(),
})
export type MergePreview = v.InferOutput<typeof MergePreview>

export const MergeView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  /** Null when the provider reported that they are one person. */
  user: v.nullable(Named),
  createdAt: v.string(),
})
export type MergeView = v.InferOutput<typeof MergeView>

/**
 * The live event `contact`. Last messages are published with the ticket instead, to users who may see it. `reload`:
 * many contacts changed at once.
 */
export type ContactEvent =
  | { action: 'create' | 'update'; contact: Omit<ContactView, 'lastMessage'> }
  | { action: 'delete'; contactId: number }
  | { action: 'reload' }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    contact: ContactEvent
  }
}
