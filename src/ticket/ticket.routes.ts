import { Elysia } from 'elysia'
import { getContactRow } from '../contact/contact.queries'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { sendJson } from '../kernel/http/json-text'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { changeTickets } from './change/change-tickets'
import { closeAllTickets } from './closing/close-all-tickets'
import { closeImportedTickets } from './closing/close-imported-tickets'
import { countTickets } from './list/count-tickets'
import { createTicket } from './opening/create-ticket'
import { deleteTicket } from './closing/delete-ticket'
import { listBoard } from './board/list-board'
import { listTickets, listTicketsOfContact, findFirstTicketId } from './list/list-tickets'
import { openConversation, presentConversation } from './opening/open-conversation'
import { presentTicket, presentTicketInReach } from './list/present-ticket.view'
import { snoozeTicket, wakeTicket } from './change/snooze-ticket'
import { listTicketLog } from './history/ticket-log.view'
import { createTicketNote, deleteTicketNote, listTicketNotes } from './note/ticket-note.commands'
import { ticketCalls, ticketNoteCalls } from './ticket.calls'
import { getTicket, getTicketRow, type TicketRow } from './ticket.queries'
import { canUndoAssignment } from './assignment/undo-assignment'
import { undoCloseTicket } from './closing/undo-close-ticket'
import { updateTicket } from './change/update-ticket'
import { isAdmin, type UserActor } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { acceptTicket } from './assignment/accept-ticket'
import { ticketScope } from './list/ticket-scope'
import type { NextTicketBody } from './ticket.contract'
import { eq } from 'drizzle-orm'
import { statement } from '../kernel/database/statement'
import { recordEvent } from '../kernel/event/event-log'
import { assignmentOf, canChangeTicket, isResolved } from './ticket.policy'
import { ticketTable } from './ticket.tables'

export function ticketRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'ticket-routes' }).use(guard)
  return answerCalls(app, ticketCalls, {
    'GET /tickets': ({ ctx, query, set }) => sendJson(set, listTickets(ctx, query)),
    'GET /tickets/counts': ({ ctx, query }) => countTickets(ctx, query),
    'GET /tickets/kanban': ({ ctx, query }) => listBoard(ctx, query),
    'GET /tickets/u/:uuid': ({ ctx, params }) => presentConversation(ctx, openConversation(ctx, params.uuid)),
    'GET /tickets/contact/:contactId': ({ ctx, params, query }) =>
      listTicketsOfContact(ctx, getContactRow(ctx, params.contactId).id, query),
    'GET /tickets/:id': ({ ctx, params }) => presentConversation(ctx, getTicket(ctx, params.id)),
    'POST /tickets': ({ ctx, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      return presentTicket(ctx, createTicket(ctx, body).id)
    },
    'POST /tickets/next': ({ ctx, body }) => {
      const next = acceptNextTicket(ctx, body)
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

/** Undefined when none waits. Concurrent calls get different tickets. With several queues the user still has to choose. */
function acceptNextTicket(ctx: CompanyContext, list: NextTicketBody): TicketRow | undefined {
  const { actor } = ctx
  if (actor.kind !== 'user') refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const id = findNext(ctx, actor, list)
    if (id === undefined) return undefined
    const ticket = getTicketRow(ctx, id)
    const [only, second] = actor.queueIds
    const queueId = ticket.queueId ?? (second === undefined ? only : undefined)
    return queueId === undefined ? ticket : acceptTicket(ctx, id, { queueId })
  })
}

/** An admin without queues works in all. */
function findNext(ctx: CompanyContext, actor: UserActor, list: NextTicketBody): TicketId | undefined {
  const inAllQueues = isAdmin(actor) && actor.queueIds.length === 0
  const queueIds = list.queueIds ?? (inAllQueues ? undefined : actor.queueIds)
  const scope = ticketScope(actor, { tab: 'pending', showAll: false, queueIds })
  return findFirstTicketId(ctx, scope, list.sortTickets)
}

const mark = statement((db, v: { id: TicketId }) =>
  db.update(ticketTable).set({ unreadMessages: 1 }).where(eq(ticketTable.id, v.id)),
)

/** As a reminder. @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CLOSED */
export function markUnread(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (isResolved(ticket)) refuse('ERR_TICKET_CLOSED')
    if (ticket.unreadMessages > 0) return ticket
    mark.run(ctx, { id: ticketId })
    const assignment = assignmentOf(ticket)
    const move = { before: assignment, after: assignment }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, move)
    return getTicketRow(ctx, ticketId)
  })
}
