import * as v from 'valibot'
import type { ChannelName } from '../channel/channel-rules.contract'
import { AnyNumber, Flag, flagOr, Id, IdOrNone, wholeNumber, wordOr } from '../kernel/body-values'
import { DayText, IdList, listUpTo, orEmpty, PageNumber, TextList, YesText } from '../kernel/request-parts'
import type { TicketNoteView } from './ticket-note.contract'
import { ticketStatuses, type TicketStatus } from './ticket-status'

/** GET /tickets. `cursor` continues where the answer's `nextCursor` left off; `pageNumber` counts from 1. */
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

/** GET /tickets/counts: as the tabs would be asked for. */
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

/** PUT /tickets/{id}. The status asked for and `isTransfered` say which command is meant. */
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

/** A ticket as every list, conversation and live event gives it. */
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
  /** What the last message was; null when there is none. */
  lastMessageMark: {
    fromMe: boolean
    ack: number
    mediaType: string | null
    isDeleted: boolean
    /** It could not be read yet and has been asked for again. */
    isAwaited: boolean
  } | null
  unreadMessages: number
  isGroup: boolean
  isBot: boolean
  useIntegration: boolean
  amount: number | null
  userRating: { rate: number } | null
  /** Whether the person who asks may ignore waiting tickets; news for many people leave it out. */
  userClosePendingTicket?: 'enabled' | 'disabled'
  createdAt: string
  updatedAt: string
  /** When the contact last wrote, of an open conversation on a channel with a reply window; null for never. */
  lastInboundAt?: string | null
  /** The contact's newest ticket after this one, of an open conversation that has ended; null for none. */
  newerTicket?: NewerTicket | null
  /** Of the contact, newest first, as GET /ticket-notes/list gives them; of an open conversation. */
  notes?: TicketNoteView[]
}

/** Another ticket of the same contact. Whoever may not see it learns who has it, as when they open a second one. */
export interface NewerTicket {
  id: number
  /** Null where the reader may not see it. */
  uuid: string | null
  status: TicketStatus
  user: { name: string } | null
  queue: { name: string } | null
}

export interface TicketContact {
  id: number
  name: string
  /** Masked for plain users when the company hides numbers. */
  number: string
  email: string
  urlPicture: string
  active: boolean
  disableBot: boolean
  acceptAudioMessage: boolean
  lgpdAcceptedAt: string | null
  isGroup: boolean
  tags: { id: number; name: string; color: string }[]
  /** Only of an open conversation. */
  extraInfo?: { id: number; name: string; value: string }[]
}

/**
 * Why a ticket is taken off a screen (live action `delete`): it is no more; it stands where this person may not see it,
 * with who has it now; or it was resolved and leaves the tab of that status.
 */
export type TicketRemoval =
  | { reason: 'deleted' }
  | ({ reason: 'moved' } & Pick<TicketView, 'status' | 'userId' | 'user' | 'queueId' | 'queue'>)
  | { reason: 'closed'; status: TicketStatus }

export interface TicketPage {
  tickets: TicketView[]
  hasMore: boolean
  count: number
  /** There are more than `count`: beyond a bound they are not counted, nor are the oldest hits of a frequent word found. */
  countIsLeast?: boolean
  nextCursor: string | null
}

/** How many tickets each tab of the inbox holds for the asking user. */
export interface TicketCounts {
  open: number
  pending: number
  group: number
  /** Of all three, those with something unread. */
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
