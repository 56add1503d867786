import { Elysia } from 'elysia'
import { getContactRow } from '../contact/contact.queries'
import { answerCalls } from '../kernel/answer-calls'
import type { UserGuard } from '../kernel/user-guard'
import { sendJson } from '../kernel/json-text'
import { refuseOtherCompany } from '../kernel/request-parts'
import { acceptNextTicket } from './accept-next-ticket'
import { changeTickets } from './change-tickets'
import { closeAllTickets } from './close-all-tickets'
import { closeImportedTickets } from './close-imported-tickets'
import { countTickets } from './count-tickets'
import { createTicket } from './create-ticket'
import { deleteTicket } from './delete-ticket'
import { listBoard } from './list-board'
import { listTickets, listTicketsOfContact } from './list-tickets'
import { openConversation } from './open-conversation'
import { presentConversation, presentTicket, presentTicketInReach } from './present-ticket'
import { markUnread } from './mark-unread'
import { snoozeTicket, wakeTicket } from './snooze-ticket'
import { listTicketLog } from './ticket-log.view'
import { createTicketNote, deleteTicketNote, listTicketNotes } from './ticket-note.commands'
import { ticketCalls, ticketNoteCalls } from './ticket.calls'
import { getTicket } from './ticket.queries'
import { canUndoAssignment } from './undo-assignment'
import { undoCloseTicket } from './undo-close-ticket'
import { updateTicket } from './update-ticket'

export function ticketRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-routes' }).use(guard)
  return answerCalls(app, ticketCalls, {
    'GET /tickets': ({ ctx, query, set }) => sendJson(set, listTickets(ctx, query)),
    'GET /tickets/counts': ({ ctx, query }) => countTickets(ctx, query),
    'GET /tickets/kanban': ({ ctx, query }) => listBoard(ctx, query),
    'GET /tickets/u/:uuid': ({ ctx, params }) => presentConversation(ctx, openConversation(ctx, params.uuid)),
    'GET /tickets/contact/:contactId': ({ ctx, params }) =>
      listTicketsOfContact(ctx, getContactRow(ctx, params.contactId).id),
    'GET /tickets/:id': ({ ctx, params }) => presentConversation(ctx, getTicket(ctx, params.id)),
    'POST /tickets': ({ ctx, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      return presentTicket(ctx, createTicket(ctx, body).id)
    },
    'POST /tickets/next': ({ ctx }) => {
      const next = acceptNextTicket(ctx)
      return { ticket: next ? presentTicket(ctx, next.id) : null }
    },
    'PUT /tickets/:id': ({ ctx, params, body }) => {
      const ticket = presentTicketInReach(ctx, updateTicket(ctx, params.id, body))
      if (!body.isTransfered || !body.canUndo) return ticket
      return { ...ticket, canUndo: canUndoAssignment(ctx, params.id, 'ticket.transferred') }
    },
    'POST /tickets/:id/unread': ({ ctx, params }) => presentTicket(ctx, markUnread(ctx, params.id).id),
    'POST /tickets/:id/snooze': ({ ctx, params, body }) =>
      presentTicket(ctx, snoozeTicket(ctx, params.id, body.until).id),
    'DELETE /tickets/:id/snooze': ({ ctx, params }) => presentTicket(ctx, wakeTicket(ctx, params.id).id),
    'POST /tickets/:id/undoClose': ({ ctx, params }) => presentTicket(ctx, undoCloseTicket(ctx, params.id).id),
    'DELETE /tickets/:id': ({ ctx, params }) => {
      deleteTicket(ctx, params.id)
      return { ok: true }
    },
    'POST /tickets/change': async ({ ctx, body }) => ({ results: await changeTickets(ctx, body) }),
    'POST /tickets/closeAll': ({ ctx, body: { status, selectedQueueIds } }) => ({
      closed: closeAllTickets(ctx, { status, queueIds: selectedQueueIds }),
    }),
    'POST /closedimported/:id': ({ ctx, params }) => ({ closed: closeImportedTickets(ctx, params.id) }),
    'GET /tickets-log/:id': ({ ctx, params }) => listTicketLog(ctx, params.id),
  })
}

export function ticketNoteRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-note-routes' }).use(guard)
  return answerCalls(app, ticketNoteCalls, {
    'GET /ticket-notes/list': ({ ctx, query }) => listTicketNotes(ctx, query.ticketId),
    'POST /ticket-notes': ({ ctx, body }) => createTicketNote(ctx, body),
    'DELETE /ticket-notes/:id': ({ ctx, params }) => {
      deleteTicketNote(ctx, params.id)
      return { ok: true }
    },
  })
}
