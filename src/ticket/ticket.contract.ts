import * as v from 'valibot'
import type { ChannelName } from '../channel/channel-rules.contract'
import { AnyNumber, Flag, flagOr, Id, IdOrNone, wholeNumber, wordOr } from '../kernel/body-values'
import { DayText, IdList, listUpTo, orEmpty, PageNumber, TextList, YesText } from '../kernel/request-parts'
import type { TicketNoteView } from './ticket-note.contract'
import { ticketStatuses, type TicketStatus } from './ticket-status'

/** GET /tickets. `cursor` takes the `nextCursor` of the previous page; `pageNumber` counts from 1. */
export const ListTicketsQuery = v.object({
  searchParam: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  pageNumber: PageNumber,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(60))),
  status: v.optional(
    v.union([v.picklist(['open', 'pending', 'closed', 'group', 'nps', 'lgpd', 'search']), v.literal('')]),
    '',
  ),
  tags: v.optional(IdList, ''),
  users: v.optional(IdList, ''),
  whatsapps: v.optional(IdList, ''),
  queueIds: v.optional(IdList),
  statusFilter: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses), 20)), ''),
  date: orEmpty(DayText),
  updatedAt: orEmpty(DayText),
  showAll: v.optional(YesText, 'false'),
  withUnreadMessages: v.optional(YesText, 'false'),
  searchOnMessages: v.optional(YesText, 'false'),
  sortTickets: v.optional(v.picklist(['ASC', 'DESC', 'asc', 'desc', 'true', 'false', '']), 'DESC'),
})
export type ListTicketsQuery = v.InferOutput<typeof ListTicketsQuery>

/** GET /tickets/counts: the same filters as for the tabs. */
export const CountTicketsQuery = v.object({ showAll: v.optional(YesText, 'false'), queueIds: v.optional(IdList) })
export type CountTicketsQuery = v.InferOutput<typeof CountTicketsQuery>

/** POST /tickets. */
export const CreateTicketBody = v.object({
  contactId: Id,
  userId: v.optional(IdOrNone),
  status: wordOr(['open', 'pending'], 'open'),
  queueId: v.optional(IdOrNone),
  whatsappId: v.optional(IdOrNone),
  companyId: v.optional(IdOrNone),
})
export type CreateTicketBody = v.InferOutput<typeof CreateTicketBody>

/** PUT /tickets/{id}. Status and `isTransfered` select the command. */
export const UpdateTicketBody = v.object({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: v.optional(IdOrNone),
  queueId: v.optional(IdOrNone),
  msgTransfer: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)))),
  isTransfered: flagOr(false),
  sendFarewellMessage: flagOr(true),
  amountUsedBotQueues: v.optional(wholeNumber(0, 1000)),

  useIntegration: v.optional(Flag),
  isBot: v.optional(Flag),
  amount: v.optional(v.nullable(AnyNumber)),
})
export type UpdateTicketBody = v.InferOutput<typeof UpdateTicketBody>

/** POST /tickets/closeAll. */
export const CloseAllTicketsBody = v.object({
  status: v.picklist(['open', 'pending', 'group']),
  selectedQueueIds: listUpTo(wholeNumber(0, Number.MAX_SAFE_INTEGER), 500),
})

/** A ticket in lists, conversations and live events. */
export interface TicketView {
  id: number
  uuid: string
  status: TicketStatus
  queueId: number | null
  queue: { id: number; name: string; color: string } | null
  contactId: number
  contact: TicketContact
  channel: ChannelName
  whatsappId: number | null
  whatsapp: { id: number; name: string; groupAsTicket: 'enabled' | 'disabled'; status: string } | null
  userId: number | null
  user: { id: number; name: string; color: string } | null
  /** Tags of the contact, then kanban lanes of the ticket. */
  tags: { id: number; name: string; color: string; kanban: boolean }[]
  lastMessage: string
  /** The last message; null when there is none. */
  lastMessageMark: {
    fromMe: boolean
    ack: number
    mediaType: string | null
    isDeleted: boolean
    /** The message could not be decrypted yet and was requested again. */
    isAwaited: boolean
  } | null
  unreadMessages: number
  isGroup: boolean
  isBot: boolean
  useIntegration: boolean
  amount: number | null
  userRating: { rate: number } | null
  /** Whether the requesting user may ignore waiting tickets; omitted in live events for several users. */
  userClosePendingTicket?: 'enabled' | 'disabled'
  createdAt: string
  updatedAt: string
  /** Only for an opened conversation on a channel with a reply window: time of the contact's last message, null for never. */
  lastInboundAt?: string | null
  /** Only for an opened conversation that is closed: the contact's newest later ticket, null for none. */
  newerTicket?: NewerTicket | null
  /** Only for an opened conversation: notes about the contact, newest first, as in GET /ticket-notes/list. */
  notes?: TicketNoteView[]
}

/** Another ticket of the same contact. Users who may not see it get only its owner. */
export interface NewerTicket {
  id: number
  /** Null when the user may not see the ticket. */
  uuid: string | null
  status: TicketStatus
  user: { name: string } | null
  queue: { name: string } | null
}

export interface TicketContact {
  id: number
  name: string
  /** Masked for agents when the company hides numbers. */
  number: string
  email: string
  urlPicture: string
  active: boolean
  disableBot: boolean
  acceptAudioMessage: boolean
  lgpdAcceptedAt: string | null
  isGroup: boolean
  tags: { id: number; name: string; color: string }[]
  /** Only for an opened conversation. */
  extraInfo?: { id: number; name: string; value: string }[]
}

/**
 * Why a ticket is removed from a screen (live action `delete`): it was deleted; the user may no longer see it, with its new
 * owner; or it was resolved and leaves the tab of that status.
 */
export type TicketRemoval =
  | { reason: 'deleted' }
  | ({ reason: 'moved' } & Pick<TicketView, 'status' | 'userId' | 'user' | 'queueId' | 'queue'>)
  | { reason: 'closed'; status: TicketStatus }

export interface TicketPage {
  tickets: TicketView[]
  hasMore: boolean
  count: number
  /** There are more than `count`: counting stops at a limit, and a search reads only the newest matches. */
  countIsLeast?: boolean
  nextCursor: string | null
}

/** Number of tickets on each tab of the inbox for the requesting user. */
export interface TicketCounts {
  open: number
  pending: number
  group: number
  /** Tickets with unread messages on all three tabs. */
  unread: number
}

export const ticketLogTypes = [
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
] as const

export interface TicketLogEntry {
  id: number
  type: (typeof ticketLogTypes)[number]
  user: { id: number; name: string } | null
  queue: { id: number; name: string; color: string } | null
  createdAt: string
}
