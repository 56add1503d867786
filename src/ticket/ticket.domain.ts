import { Elysia } from 'elysia'
import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { clearQueue } from './assignment/clear-queue'
import { returnTicketsOfDeletedUser, returnTicketsBeforeDeletion } from './assignment/return-tickets-of-deleted-user'
import { ticketNoteLive } from './note/ticket-note.live'
import { ticketTagRoutes } from './change/ticket-tag.routes'
import { closeAllJob, closeImportedJob, wakeJob } from './ticket.jobs'
import { ticketLive } from './ticket.live'
import { ticketReactions } from './ticket.reactions'
import { ticketNoteRoutes, ticketRoutes } from './ticket.routes'

export const ticketDomain: Domain = {
  name: 'ticket',
  routes: ({ guard }) =>
    new Elysia({ name: 'ticket' }).use(ticketTagRoutes(guard)).use(ticketRoutes(guard)).use(ticketNoteRoutes(guard)),
  reactions: [...ticketReactions, returnTicketsOfDeletedUser],
  presenters: [ticketLive, ticketNoteLive],
  jobs: { 'ticket.closeAll': closeAllJob, 'ticket.closeImported': closeImportedJob, 'ticket.wake': wakeJob },
  beforeDelete: {
    // Closed tickets are on no screen, so nothing is published.
    queue: [clearQueue, clearReferences('ticket', 'queue_id', "status = 'closed'")],
    user: [returnTicketsBeforeDeletion, clearReferences('ticket', 'user_id', "status NOT IN ('open', 'group')")],
    connection: clearReferences('ticket', 'connection_id'),
  },
}
