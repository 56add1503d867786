import type { LocalJob } from '../../kernel/job/jobs'
import { closeRatedTicket } from '../../ticket/closing/close-ticket'
import { findTicketRow } from '../../ticket/ticket.queries'
import './ticket-timers.job-kinds'
import { closeWhenInactive, watchOpenTickets } from './close-inactive'
import { notifyQueue } from './notify-queue'
import { redirectTicket } from './redirect-ticket'
import { routeTicket } from './route-ticket'

const attemptsMax = 10

/** Jobs that are due on tickets. Each checks the ticket's current state, so running twice has no further effect. */
export const ticketTimerJobs: {
  'ticket.ratingExpires': LocalJob<'ticket.ratingExpires'>
  'ticket.inactivity': LocalJob<'ticket.inactivity'>
  'connection.inactivity': LocalJob<'connection.inactivity'>
  'ticket.redirect': LocalJob<'ticket.redirect'>
  'ticket.route': LocalJob<'ticket.route'>
  'queue.notify': LocalJob<'queue.notify'>
} = {
  'ticket.ratingExpires': {
    attemptsMax,
    run(ctx, { ticketId }) {
      if (findTicketRow(ctx, ticketId)) closeRatedTicket(ctx, ticketId)
    },
  },
  'ticket.inactivity': { attemptsMax, run: (ctx, { ticketId }) => closeWhenInactive(ctx, ticketId) },
  'connection.inactivity': { attemptsMax, run: (ctx, { connectionId }) => watchOpenTickets(ctx, connectionId) },
  'ticket.redirect': { attemptsMax, run: (ctx, { ticketId }) => redirectTicket(ctx, ticketId) },
  'ticket.route': { attemptsMax, run: routeTicket },
  'queue.notify': { attemptsMax, run: (ctx, { ticketId, queueId }) => notifyQueue(ctx, ticketId, queueId) },
}
