import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { TagView } from '../tag/tag.record'
import { contactEdits } from './contact-edit.contract'
import { type TicketStatus, ticketStatuses } from './ticket-status'

const Named = v.object({ id: v.number(), name: v.string() })
const Coloured = v.object({ ...Named.entries, color: v.string() })

export const TicketNoteView = v.object({
  id: v.number(),
  note: v.string(),
  user: v.nullable(Named),
  ticketId: v.number(),
  contactId: v.number(),
  createdAt: v.string(),
})
export type TicketNoteView = v.InferOutput<typeof TicketNoteView>

export const TicketContact = v.object({
  id: v.number(),
  name: v.string(),
  /** Masked for agents when the company hides numbers. */
  number: v.string(),
  email: v.string(),
  urlPicture: v.string(),
  active: v.boolean(),
  disableBot: v.boolean(),
  acceptAudioMessage: v.boolean(),
  lgpdAcceptedAt: v.nullable(v.string()),
  isGroup: v.boolean(),
  tags: v.array(Coloured),
  /** Only for an opened conversation. */
  extraInfo: v.optional(v.array(v.object({ id: v.number(), name: v.string(), value: v.string() }))),
})
export type TicketContact = v.InferOutput<typeof TicketContact>

/** Another ticket of the same contact. Users who may not see it get only its owner. */
export const NewerTicket = v.object({
  id: v.number(),
  /** Null when the user may not see the ticket. */
  uuid: v.nullable(v.string()),
  status: v.picklist(ticketStatuses),
  user: v.nullable(v.object({ name: v.string() })),
  queue: v.nullable(v.object({ name: v.string() })),
})
export type NewerTicket = v.InferOutput<typeof NewerTicket>

const ContactMessage = v.object({
  body: v.string(),
  mediaType: v.nullable(v.string()),
  isDeleted: v.boolean(),
  isAwaited: v.boolean(),
})
export type ContactMessage = v.InferOutput<typeof ContactMessage>

export const TicketView = v.object({
  id: v.number(),
  uuid: v.string(),
  status: v.picklist(ticketStatuses),
  queueId: v.nullable(v.number()),
  queue: v.nullable(Coloured),
  contactId: v.number(),
  contact: TicketContact,
  channel: v.picklist(channelNames),
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(
    v.object({ ...Named.entries, groupAsTicket: v.picklist(['enabled', 'disabled']), status: v.string() }),
  ),
  userId: v.nullable(v.number()),
  user: v.nullable(Coloured),
  /** Tags of the contact, then kanban lanes of the ticket. */
  tags: v.array(v.object({ ...Coloured.entries, kanban: v.boolean() })),
  lastMessage: v.string(),
  /** The last message; null when there is none. */
  lastMessageMark: v.nullable(
    v.object({
      fromMe: v.boolean(),
      ack: v.number(),
      mediaType: v.nullable(v.string()),
      isDeleted: v.boolean(),
      /** The message could not be decrypted yet and was requested again. */
      isAwaited: v.boolean(),
    }),
  ),
  /** Only while the ticket waits for an agent: since when. */
  waitingSince: v.optional(v.string()),
  /** Only while it waits: who opened it last since the contact's last message. */
  seenBy: v.optional(Named),
  contactMessage: v.optional(ContactMessage),
  /** Only in a search of messages: the newest one that matches, and the part of it around the match. */
  hit: v.optional(v.object({ messageId: v.number(), excerpt: v.string() })),
  unreadMessages: v.number(),
  isGroup: v.boolean(),
  isBot: v.boolean(),
  /**
   * The running bot: its kind, such as `flow`, its name, and, after a failure of its service, the time of the next
   * attempt.
   */
  bot: v.nullable(v.object({ kind: v.string(), name: v.string(), retryAt: v.optional(v.string()) })),
  useIntegration: v.boolean(),
  amount: v.nullable(v.number()),
  userRating: v.nullable(v.object({ rate: v.number() })),
  /** Not in its owner's list before this time; null for none. */
  snoozedUntil: v.nullable(v.string()),
  /** Whether the requesting user may ignore waiting tickets; omitted in live events for several users. */
  userClosePendingTicket: v.optional(v.picklist(['enabled', 'disabled'])),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Only for an opened conversation on a channel with a reply window: time of the contact's last message, null for never. */
  lastInboundAt: v.optional(v.nullable(v.string())),
  /** People may answer after the reply window, for as long as the channel's rules say. */
  hasHumanAgent: v.optional(v.literal(true)),
  /** Only for an opened conversation whose account is also on a phone. */
  hasPhone: v.optional(v.literal(true)),
  /** Only for an opened conversation that is closed: the contact's newest later ticket, null for none. */
  newerTicket: v.optional(v.nullable(NewerTicket)),
  /** Only for an opened conversation: notes about the contact, newest first, as in GET /ticket-notes/list. */
  notes: v.optional(v.array(TicketNoteView)),
})
export type TicketView = v.InferOutput<typeof TicketView>

/** `canUndo`: whether a transfer that was requested with `canUndo` can be undone for some seconds. */
export const UpdatedTicket = v.object({ ...TicketView.entries, canUndo: v.optional(v.boolean()) })
export type UpdatedTicket = v.InferOutput<typeof UpdatedTicket>

export const TicketPage = v.object({
  tickets: v.array(TicketView),
  hasMore: v.boolean(),
  count: v.number(),
  /** There are more than `count`: counting stops at a limit, and a search reads only the newest matches. */
  countIsLeast: v.optional(v.boolean()),
  nextCursor: v.nullable(v.string()),
})
export type TicketPage = v.InferOutput<typeof TicketPage>

/**
 * Result of a change of several tickets, one entry a ticket in the order of the request. `error`: why it was refused.
 * `canUndo`: whether it can be taken back for some seconds.
 */
export const TicketsChanged = v.object({
  results: v.array(v.object({ id: v.number(), error: v.nullable(v.string()), canUndo: v.boolean() })),
})
export type TicketsChanged = v.InferOutput<typeof TicketsChanged>

export const BoardTicket = v.object({
  ...TicketView.entries,
  /** Time of entry into the lane; null without one. */
  laneAt: v.nullable(v.string()),
})
export type BoardTicket = v.InferOutput<typeof BoardTicket>

const BoardLane = v.object({
  /** Null: tickets without a lane. */
  tag: v.nullable(TagView),
  count: v.number(),
  /** Sum of all tickets of the lane, loaded or not. */
  amountTotal: v.number(),
  /** Since when one of these tickets has been in the lane; without a lane, unchanged. Null without tickets. */
  oldestAt: v.nullable(v.string()),
  tickets: v.array(BoardTicket),
  nextCursor: v.nullable(v.string()),
})
export type BoardLane = v.InferOutput<typeof BoardLane>

export const Board = v.object({ lanes: v.array(BoardLane) })
export type Board = v.InferOutput<typeof Board>

export const TicketCounts = v.object({
  open: v.number(),
  pending: v.number(),
  group: v.number(),
  snoozed: v.number(),
  unread: v.number(),
})
export type TicketCounts = v.InferOutput<typeof TicketCounts>

const ticketLogTypes = [
  'create',
  'chatBot',
  'queue',
  'open',
  'access',
  'transfered',
  'receivedTransfer',
  'pending',
  'closed',
  'reopen',
  'redirect',
  ...contactEdits,
] as const

export const TicketLogEntry = v.object({
  id: v.number(),
  type: v.picklist(ticketLogTypes),
  user: v.nullable(Named),
  queue: v.nullable(Coloured),
  /** The contact's old name, or the tags removed; else empty. */
  text: v.string(),
  createdAt: v.string(),
})
export type TicketLogEntry = v.InferOutput<typeof TicketLogEntry>

export type TicketRemoval =
  | { reason: 'deleted' }
  | ({ reason: 'moved' } & Pick<TicketView, 'status' | 'userId' | 'user' | 'queueId' | 'queue'>)
  | { reason: 'closed'; status: TicketStatus }

export type TicketEvent =
  | {
      action: 'create' | 'update'
      ticketId: number
      ticket: TicketView
      /** It began to wait for an agent, or entered another queue; by this user, or by itself (null). */
      beganToWait?: { byUserId: number | null }
    }
  | { action: 'updateUnread'; ticketId: number }
  | ({ action: 'delete'; ticketId: number } & TicketRemoval)

export type TicketNoteEvent =
  { action: 'create'; note: TicketNoteView } | { action: 'delete'; noteId: number; contactId?: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    ticket: TicketEvent
    ticketNote: TicketNoteEvent
  }
}
