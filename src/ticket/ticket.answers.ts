import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { slaKinds } from '../queue/sla/queue-sla.contract'
import { TagView } from '../tag/tag.record'
import { contactEdits } from './ticket.contract'
import { assignmentReasons } from './assignment/automatic/assignment-reason.contract'
import { ticketPriorities } from './ticket-priority.contract'
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
  /** Masked where numbers are hidden. */
  number: v.string(),
  email: v.string(),
  urlPicture: v.string(),
  active: v.boolean(),
  disableBot: v.boolean(),
  acceptAudioMessage: v.boolean(),
  lgpdAcceptedAt: v.nullable(v.string()),
  isGroup: v.boolean(),
  tags: v.array(Coloured),
  extraInfo: v.optional(v.array(v.object({ id: v.number(), name: v.string(), value: v.string() }))),
})
export type TicketContact = v.InferOutput<typeof TicketContact>

/** Another ticket of the same contact. Users who may not see it get only its owner. */
export const NewerTicket = v.object({
  id: v.number(),
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
  /** Tags of the contact, then lanes of the ticket. */
  tags: v.array(v.object({ ...Coloured.entries, kanban: v.boolean() })),
  lastMessage: v.string(),
  lastMessageMark: v.nullable(
    v.object({
      fromMe: v.boolean(),
      ack: v.number(),
      mediaType: v.nullable(v.string()),
      isDeleted: v.boolean(),
      /** The message was requested again, because it was not decrypted. */
      isAwaited: v.boolean(),
    }),
  ),
  /** Present while the ticket waits for an agent. */
  waitingSince: v.optional(v.string()),
  /** Who opened it last while it waits, since the contact's last message. */
  seenBy: v.optional(Named),
  contactMessage: v.optional(ContactMessage),
  /** The newest message that matches a search. */
  hit: v.optional(v.object({ messageId: v.number(), excerpt: v.string() })),
  unreadMessages: v.number(),
  isGroup: v.boolean(),
  isBot: v.boolean(),
  /** `retryAt`: when the bot asks its service again after a failure. */
  bot: v.nullable(v.object({ kind: v.string(), name: v.string(), retryAt: v.optional(v.string()) })),
  useIntegration: v.boolean(),
  priority: v.picklist(ticketPriorities),
  /** Its next promise, while its clock runs. */
  due: v.nullable(v.object({ kind: v.picklist(slaKinds), at: v.string(), warnAt: v.string() })),
  amount: v.nullable(v.number()),
  userRating: v.nullable(v.object({ rate: v.number() })),
  snoozedUntil: v.nullable(v.string()),
  /** Whether the reader may ignore waiting tickets; omitted in live events for several users. */
  userClosePendingTicket: v.optional(v.picklist(['enabled', 'disabled'])),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Present for an opened conversation with a reply window; null if the contact never wrote. */
  lastInboundAt: v.optional(v.nullable(v.string())),
  /** Present for an opened conversation whose contact's newest message is a comment: whether its only answer is sent. */
  commentReply: v.optional(v.picklist(['open', 'sent'])),
  /** The provider refused a message because its reply window is over. */
  isWindowRefused: v.optional(v.literal(true)),
  /** People may answer after the reply window. */
  hasHumanAgent: v.optional(v.literal(true)),
  /** Present for an opened conversation whose account is also on a phone. */
  hasPhone: v.optional(v.literal(true)),
  /** Present for an opened conversation that is closed; null without a later ticket. */
  newerTicket: v.optional(v.nullable(NewerTicket)),
  /** Present for an opened conversation, newest first. */
  notes: v.optional(v.array(TicketNoteView)),
})
export type CommentReply = NonNullable<TicketView['commentReply']>
export type TicketView = v.InferOutput<typeof TicketView>

/** `canUndo`: the change can be undone for some seconds. */
export const UpdatedTicket = v.object({ ...TicketView.entries, canUndo: v.optional(v.boolean()) })
export type UpdatedTicket = v.InferOutput<typeof UpdatedTicket>

export const TicketPage = v.object({
  tickets: v.array(TicketView),
  hasMore: v.boolean(),
  count: v.number(),
  /** There are more: counting stops at a limit. */
  countIsLeast: v.optional(v.boolean()),
  nextCursor: v.nullable(v.string()),
})
export type TicketPage = v.InferOutput<typeof TicketPage>

/** One entry a ticket, in the order of the request. `error`: why it was refused. `canUndo`: for some seconds. */
export const TicketsChanged = v.object({
  results: v.array(v.object({ id: v.number(), error: v.nullable(v.string()), canUndo: v.boolean() })),
})
export type TicketsChanged = v.InferOutput<typeof TicketsChanged>

export const BoardTicket = v.object({
  ...TicketView.entries,
  laneAt: v.nullable(v.string()),
})
export type BoardTicket = v.InferOutput<typeof BoardTicket>

const BoardLane = v.object({
  tag: v.nullable(TagView),
  count: v.number(),
  /** Sum of all tickets of the lane, loaded or not. */
  amountTotal: v.number(),
  /** Since when one of these tickets has been in the lane; null without tickets. */
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
  /** The newest event that the counts include. */
  lastEvent: v.number(),
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
  'assigned',
  'priority',
  'rule',
  'ruleFailed',
  'ruleOff',
  ...contactEdits,
] as const

export const TicketLogEntry = v.object({
  id: v.number(),
  type: v.picklist(ticketLogTypes),
  user: v.nullable(Named),
  queue: v.nullable(Coloured),
  /** Of an assignment, or of a return by itself. */
  reason: v.nullable(v.picklist([...assignmentReasons, 'agentGone'])),
  /** The contact's old name, the removed tags, the new priority, what the agent knows, or a rule's name; else empty. */
  text: v.string(),
  /** Of a rule. */
  steps: v.array(v.string()),
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
      /** Null: it began to wait by itself. */
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
