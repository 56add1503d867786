import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'

const Named = v.object({ id: v.number(), name: v.string() })

/** A contact in answers. */
export const ContactView = v.object({
  id: v.number(),
  name: v.string(),
  /** Masked for plain users when the company hides numbers. */
  number: v.string(),
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
  /** Whose client the contact is; nobody's is null. */
  walletUserId: v.nullable(v.number()),
  wallet: v.nullable(Named),
  tags: v.array(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  extraInfo: v.array(v.object({ id: v.number(), name: v.string(), value: v.string() })),
  /** Of its newest ticket; empty when there is none, or none that the reader may see. */
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

/** A contact as pickers need it. */
export const ContactPick = v.pick(ContactView, ['id', 'name', 'number', 'email', 'channel', 'isGroup'])
export type ContactPick = v.InferOutput<typeof ContactPick>

/**
 * Why two records may be one person. sameAccount: WhatsApp names them as one account. samePhone: the same number, with or without country, zero or ninth digit.
 * sameNameAndTail: the same last eight digits and the same first name. sameName: the same whole name, and one of them has
 * no number. sameEmail: the same address.
 */
export const DuplicateReason = v.picklist(['sameAccount', 'samePhone', 'sameNameAndTail', 'sameName', 'sameEmail'])
export type DuplicateReason = v.InferOutput<typeof DuplicateReason>

export const DuplicateView = v.object({ contact: ContactView, reason: DuplicateReason })
export type DuplicateView = v.InferOutput<typeof DuplicateView>

/** What goes from one contact to the other. */
export const MergePreview = v.object({
  from: ContactView,
  into: ContactView,
  /** The contact as it will be. */
  result: v.pick(ContactView, ['name', 'number', 'email', 'active', 'disableBot', 'acceptAudioMessage']),
  moves: v.object({
    tickets: v.number(),
    messages: v.number(),
    notes: v.number(),
    tags: v.number(),
    extraInfo: v.number(),
    schedules: v.number(),
  }),
  /** Tickets in progress of both on one connection, of which the younger is closed into the older. */
  twinTickets: v.number(),
})
export type MergePreview = v.InferOutput<typeof MergePreview>

/** What was merged into a contact and can be undone. */
export const MergeView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  /** Null when the provider said that they are one person. */
  user: v.nullable(Named),
  createdAt: v.string(),
})
export type MergeView = v.InferOutput<typeof MergeView>

/**
 * The live event `contact`. What was written last is told to those who may see the conversation, with its ticket.
 * `reload`: many have changed at once.
 */
export type ContactEvent =
  | { action: 'create' | 'update'; contact: Omit<ContactView, 'lastMessage'> }
  | { action: 'delete'; contactId: number }
  | { action: 'reload' }

declare module '../kernel/live-events.contract' {
  interface LiveEvents {
    contact: ContactEvent
  }
}
