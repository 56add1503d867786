import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import {
  Board,
  TicketCounts,
  TicketLogEntry,
  TicketNoteView,
  TicketPage,
  TicketsChanged,
  TicketView,
  UpdatedTicket,
} from './ticket.answers'
import {
  BoardQuery,
  ChangeTicketsBody,
  CloseAllTicketsBody,
  CountTicketsQuery,
  ContactTicketsQuery,
  CreateTicketBody,
  ListTicketsQuery,
  NextTicketBody,
  SnoozeTicketBody,
  UpdateTicketBody,
  CreateTicketNoteBody,
  ListTicketNotesQuery,
} from './ticket.contract'

export const ticketCalls = defineCalls({
  'GET /tickets': { query: ListTicketsQuery, answer: TicketPage },
  'GET /tickets/counts': { query: CountTicketsQuery, answer: TicketCounts },
  'GET /tickets/kanban': { query: BoardQuery, answer: Board },
  'GET /tickets/u/:uuid': {
    params: v.object({ uuid: v.pipe(v.string(), v.maxLength(60)) }),
    answer: TicketView,
  },
  'GET /tickets/contact/:contactId': {
    params: v.object({ contactId: IdText }),
    query: ContactTicketsQuery,
    answer: TicketPage,
  },
  'GET /tickets/:id': { params: IdParams, answer: TicketView },
  'POST /tickets': { body: CreateTicketBody, answer: TicketView },
  'POST /tickets/next': { body: NextTicketBody, answer: v.object({ ticket: v.nullable(TicketView) }) },
  'PUT /tickets/:id': { params: IdParams, body: UpdateTicketBody, answer: UpdatedTicket },
  'POST /tickets/:id/unread': { params: IdParams, answer: TicketView },
  'POST /tickets/:id/snooze': { params: IdParams, body: SnoozeTicketBody, answer: TicketView },
  'DELETE /tickets/:id/snooze': { params: IdParams, answer: TicketView },
  'POST /tickets/:id/undoClose': { params: IdParams, answer: TicketView },
  'DELETE /tickets/:id': { params: IdParams, answer: Done },
  'POST /tickets/change': { body: ChangeTicketsBody, answer: TicketsChanged },
  'POST /tickets/closeAll': { body: CloseAllTicketsBody, answer: v.object({ closed: v.number() }) },
  'POST /closedimported/:id': { params: IdParams, answer: v.object({ closed: v.number() }) },
  'GET /tickets-log/:id': { params: IdParams, answer: v.array(TicketLogEntry) },
})

export const ticketNoteCalls = defineCalls({
  'GET /ticket-notes/list': { query: ListTicketNotesQuery, answer: v.array(TicketNoteView) },
  'POST /ticket-notes': { body: CreateTicketNoteBody, answer: TicketNoteView },
  'DELETE /ticket-notes/:id': { params: IdParams, answer: Done },
})

const TicketLane = v.object({ ticketId: v.number(), tagId: v.nullable(v.number()) })

const LaneBefore = v.object({ from: v.optional(v.union([v.literal('none'), IdText])) })

export const ticketTagCalls = defineCalls({
  'PUT /ticket-tags/:ticketId/:tagId': {
    params: v.object({ ticketId: IdText, tagId: IdText }),
    query: LaneBefore,
    answer: TicketLane,
  },
  'DELETE /ticket-tags/:ticketId': { params: v.object({ ticketId: IdText }), query: LaneBefore, answer: TicketLane },
})
