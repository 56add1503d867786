import * as v from 'valibot'
import { AnyNumber, Flag, flagOr, Id, IdOrNone, wholeNumber, choiceOr } from '../kernel/http/body-values'
import {
  DayText,
  IdList,
  IdText,
  SearchParam,
  listUpTo,
  orEmpty,
  PageNumber,
  TextList,
  YesText,
} from '../kernel/http/request-parts'
import { ticketPriorities } from './ticket-priority.contract'
import { ticketStatuses } from './ticket-status'

/** `WAIT`: longest first. `DUE`: by the next due time; without one last. */
const TicketSort = v.picklist(['ASC', 'DESC', 'WAIT', 'DUE', 'asc', 'desc', 'true', 'false', ''])

/** `cursor`: the previous `nextCursor`. */
export const ListTicketsQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(60))),
  status: v.optional(
    v.union([v.picklist(['open', 'pending', 'closed', 'group', 'nps', 'lgpd', 'snoozed', 'search']), v.literal('')]),
    '',
  ),
  tags: v.optional(IdList, ''),
  users: v.optional(IdList, ''),
  whatsapps: v.optional(IdList, ''),
  queueIds: v.optional(IdList),
  statusFilter: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses), 20)), ''),
  priorities: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketPriorities), 20)), ''),
  date: orEmpty(DayText),
  updatedAt: orEmpty(DayText),
  showAll: v.optional(YesText, 'false'),
  withUnreadMessages: v.optional(YesText, 'false'),
  searchOnMessages: v.optional(YesText, 'false'),
  sortTickets: v.optional(TicketSort, 'DESC'),
})
export type ListTicketsQuery = v.InferOutput<typeof ListTicketsQuery>

/** `closed`: only closed ones, or only others. */
export const ContactTicketsQuery = v.object({
  closed: v.optional(v.picklist(['true', 'false'])),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(60))),
})
export type ContactTicketsQuery = v.InferOutput<typeof ContactTicketsQuery>

/** `lane`: an id, or `none`. */
export const BoardQuery = v.object({
  searchParam: SearchParam,
  tags: v.optional(IdList, ''),
  users: v.optional(IdList, ''),
  queueIds: v.optional(IdList),
  dateFrom: orEmpty(DayText),
  dateTo: orEmpty(DayText),
  lane: v.optional(v.union([v.literal('none'), IdText])),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(60))),
  perLane: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'integer'), v.toNumber(), v.minValue(1, 'tooSmall')),
    '40',
  ),
})

export const CountTicketsQuery = v.object({ showAll: v.optional(YesText, 'false'), queueIds: v.optional(IdList) })
export type CountTicketsQuery = v.InferOutput<typeof CountTicketsQuery>

export const NextTicketBody = v.optional(
  v.object({
    queueIds: v.optional(listUpTo(Id, 500)),
    sortTickets: v.optional(TicketSort, 'WAIT'),
  }),
  {},
)
export type NextTicketBody = v.InferOutput<typeof NextTicketBody>

export const CreateTicketBody = v.object({
  contactId: Id,
  userId: v.optional(IdOrNone),
  status: choiceOr(['open', 'pending'], 'open'),
  queueId: v.optional(IdOrNone),
  whatsappId: v.optional(IdOrNone),
  companyId: v.optional(IdOrNone),
})
export type CreateTicketBody = v.InferOutput<typeof CreateTicketBody>

/** Status and `isTransfered` select the command. */
export const UpdateTicketBody = v.object({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: v.optional(IdOrNone),
  queueId: v.optional(IdOrNone),
  msgTransfer: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)))),
  isTransfered: flagOr(false),
  sendFarewellMessage: flagOr(true),
  /** For some seconds. Closing messages wait as long. */
  canUndo: flagOr(false),
  amountUsedBotQueues: v.optional(wholeNumber(0, 1000)),

  useIntegration: v.optional(Flag),
  isBot: v.optional(Flag),
  amount: v.optional(v.nullable(AnyNumber)),
  priority: v.optional(v.picklist(ticketPriorities, 'invalid')),
})
export type UpdateTicketBody = v.InferOutput<typeof UpdateTicketBody>

export const SnoozeTicketBody = v.object({
  until: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(40, 'date')),
})

export const CloseAllTicketsBody = v.object({
  status: v.picklist(['open', 'pending', 'group']),
  selectedQueueIds: listUpTo(wholeNumber(0, Number.MAX_SAFE_INTEGER), 500),
})

const TicketsChange = v.variant('action', [
  /** `queueId`: for tickets without a queue. */
  v.object({ action: v.literal('accept'), queueId: v.optional(IdOrNone) }),
  v.object({
    action: v.literal('transfer'),
    userId: v.optional(IdOrNone),
    queueId: Id,
    message: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
  }),
  v.object({ action: v.literal('tag'), tagId: Id }),
  v.object({ action: v.literal('resolve'), sendFarewellMessage: flagOr(true) }),
  v.object({ action: v.picklist(['undoAccept', 'undoTransfer', 'undoResolve']) }),
  v.object({ action: v.literal('read') }),
])
export type TicketsChange = v.InferOutput<typeof TicketsChange>

/** Keeps a call short; clients send several. */
const ticketsPerChangeMax = 50

export const ChangeTicketsBody = v.object({
  ids: v.pipe(listUpTo(Id, ticketsPerChangeMax), v.minLength(1, 'required')),
  change: TicketsChange,
})
export type ChangeTicketsBody = v.InferOutput<typeof ChangeTicketsBody>

export const CreateTicketNoteBody = v.object({
  note: v.pipe(v.string(), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(4096, 'tooLong')),
  ticketId: Id,
  contactId: v.optional(Id),
})
export type CreateTicketNoteBody = v.InferOutput<typeof CreateTicketNoteBody>

export const ListTicketNotesQuery = v.object({ ticketId: IdText, contactId: v.optional(IdText) })

/** `botOff`: bots do not answer. `audioOff`: audio is refused. */
export const contactEdits = [
  'blocked',
  'unblocked',
  'renamed',
  'untagged',
  'botOff',
  'botOn',
  'audioOff',
  'audioOn',
] as const
export type ContactEdit = (typeof contactEdits)[number]
