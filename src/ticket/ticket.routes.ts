import { Elysia } from 'elysia'
import * as v from 'valibot'
import { getContactRow } from '../contact/contact.queries'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, IdText, refuseOtherCompany } from '../kernel/request-parts'
import { closeAllTickets } from './close-all-tickets'
import { countTickets } from './count-tickets'
import { createTicket } from './create-ticket'
import { deleteTicket } from './delete-ticket'
import { listTickets, listTicketsOfContact } from './list-tickets'
import { openConversation } from './open-conversation'
import { presentConversation, presentTicket, presentTicketInReach } from './present-ticket'
import {
  CloseAllTicketsBody,
  CountTicketsQuery,
  CreateTicketBody,
  ListTicketsQuery,
  UpdateTicketBody,
} from './ticket.contract'
import { listTicketLog } from './ticket-log.view'
import { CreateTicketNoteBody, ListTicketNotesQuery } from './ticket-note.contract'
import { createTicketNote, deleteTicketNote, listTicketNotes } from './ticket-note.commands'
import { getTicket } from './ticket.queries'
import { updateTicket } from './update-ticket'

const UuidParams = v.object({ uuid: v.pipe(v.string(), v.maxLength(60)) })

export function ticketRoutes(guard: UserGuard) {
  return new Elysia({ name: 'ticket-routes', detail: { tags: ['tickets'] } })
    .use(guard)
    .get('/tickets', ({ ctx, query }) => listTickets(ctx, query), { query: ListTicketsQuery })
    .get('/tickets/counts', ({ ctx, query }) => countTickets(ctx, query), { query: CountTicketsQuery })
    .get('/tickets/u/:uuid', ({ ctx, params }) => presentConversation(ctx, openConversation(ctx, params.uuid)), {
      params: UuidParams,
    })
    .get(
      '/tickets/contact/:contactId',
      ({ ctx, params }) => listTicketsOfContact(ctx, getContactRow(ctx, params.contactId).id),
      { params: v.object({ contactId: IdText }) },
    )
    .get('/tickets/:id', ({ ctx, params }) => presentConversation(ctx, getTicket(ctx, params.id)), {
      params: IdParams,
    })
    .post(
      '/tickets',
      ({ ctx, body }) => {
        refuseOtherCompany(ctx, body.companyId)
        return presentTicket(ctx, createTicket(ctx, body).id)
      },
      { body: CreateTicketBody },
    )
    .put('/tickets/:id', ({ ctx, params, body }) => presentTicketInReach(ctx, updateTicket(ctx, params.id, body)), {
      params: IdParams,
      body: UpdateTicketBody,
    })
    .delete(
      '/tickets/:id',
      ({ ctx, params }) => {
        deleteTicket(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .post(
      '/tickets/closeAll',
      ({ ctx, body }) => ({
        closed: closeAllTickets(ctx, { status: body.status, queueIds: body.selectedQueueIds }),
      }),
      { body: CloseAllTicketsBody },
    )
    .get('/tickets-log/:id', ({ ctx, params }) => listTicketLog(ctx, params.id), { params: IdParams })
}

export function ticketNoteRoutes(guard: UserGuard) {
  return new Elysia({ name: 'ticket-note-routes', detail: { tags: ['tickets'] } })
    .use(guard)
    .get('/ticket-notes/list', ({ ctx, query }) => listTicketNotes(ctx, query.ticketId), {
      query: ListTicketNotesQuery,
    })
    .post('/ticket-notes', ({ ctx, body }) => createTicketNote(ctx, body), { body: CreateTicketNoteBody })
    .delete(
      '/ticket-notes/:id',
      ({ ctx, params }) => {
        deleteTicketNote(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
}
