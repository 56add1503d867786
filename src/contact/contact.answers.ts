import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'

const Named = v.object({ id: v.number(), name: v.string() })

export const ContactView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  /** On WhatsApp or Instagram, without an at sign; empty where numbers are hidden. */
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

/** samePhone: without country code and ninth digit. sameNameAndTail: first name, last eight digits. sameName: one has no number. */
export const DuplicateReason = v.picklist(['sameAccount', 'samePhone', 'sameNameAndTail', 'sameName', 'sameEmail'])
export type DuplicateReason = v.InferOutput<typeof DuplicateReason>

export const DuplicateView = v.object({ contact: ContactView, reason: DuplicateReason })
export type DuplicateView = v.InferOutput<typeof DuplicateView>

export const MergePreview = v.object({
  from: ContactView,
  into: ContactView,
  result: v.pick(ContactView, ['name', 'number', 'email', 'active', 'disableBot', 'acceptAudioMessage']),
  moves: v.object({
    tickets: v.number(),
    messages: v.number(),
    notes: v.number(),
    tags: v.number(),
    extraInfo: v.number(),
    schedules: v.number(),
  }),
  /** The newer would be closed into the older. */
  twinTickets: v.number(),
})
export type MergePreview = v.InferOutput<typeof MergePreview>

export const MergeView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  /** Null when the provider reported it. */
  user: v.nullable(Named),
  createdAt: v.string(),
})
export type MergeView = v.InferOutput<typeof MergeView>

/** Without last messages, which follow the ticket. `reload`: many changed. */
export type ContactEvent =
  | { action: 'create' | 'update'; contact: Omit<ContactView, 'lastMessage'> }
  | { action: 'delete'; contactId: number }
  | { action: 'reload' }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    contact: ContactEvent
  }
}
