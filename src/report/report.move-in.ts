import { findContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { timesOf } from '../kernel/move-in/source-values'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { addFigures } from './attendance-figures'

/** Bits for the events of a ticket that the figures have counted. */
const opened = 1
const started = 2
const finished = 4
const rated = 8

/** Adds what the figures do not hold yet. Returns what they hold then. */
function addTicket(ctx: CompanyContext, ticket: TicketRow, held: number): number {
  const { createdAt, queuedAt, startedAt, closedAt, userId, rating, ratingUserId } = ticket
  let now = held
  const isNew = (fact: number) => now !== (now |= fact)
  if (isNew(opened)) addFigures(ctx, createdAt, null, ticket.startedByUs ? { active: 1 } : { passive: 1 })
  if (startedAt && userId !== null && isNew(started)) {
    const wait = queuedAt && startedAt >= queuedAt ? { waits: 1, waitMs: startedAt.getTime() - queuedAt.getTime() } : {}
    addFigures(ctx, startedAt, userId, { started: 1, ...wait })
  }
  if (ticket.status !== 'closed' || !closedAt) return now
  if (isNew(finished)) {
    const support = startedAt ? { supports: 1, supportMs: Math.max(0, closedAt.getTime() - startedAt.getTime()) } : {}
    addFigures(ctx, closedAt, userId, { finished: 1, ...support })
  }
  if (rating !== null && isNew(rated)) {
    const opinion = { promoters: Number(rating === 5), detractors: Number(rating <= 3) }
    addFigures(ctx, closedAt, ratingUserId, { rated: 1, ratingSum: rating, ...opinion })
  }
  return now
}

/** After the tracking, which says when they waited and were attended. */
const tickets: MoveInStep = {
  table: 'Tickets',
  as: 'Figures of tickets',
  take({ ctx, find }, row) {
    const id = find('Tickets', row['id'])
    const ticket = id === undefined ? undefined : findTicketRow(ctx, id)
    return !ticket || ticket.imported ? undefined : { id: 0, state: addTicket(ctx, ticket, 0) }
  },
  change({ ctx, find }, _, row, state) {
    const held = state ?? opened
    const id = find('Tickets', row['id'])
    const ticket = id === undefined ? undefined : findTicketRow(ctx, id)
    // What people did here since has been counted.
    const isTheirs = ticket?.updatedAt.getTime() === timesOf(row).updatedAt.getTime()
    return ticket && isTheirs ? addTicket(ctx, ticket, held) : held
  },
}

const contacts: MoveInStep = {
  table: 'Contacts',
  as: 'Figures of contacts',
  take({ ctx, find }, row) {
    const id = find('Contacts', row['id'])
    const contact = id === undefined ? undefined : findContactRow(ctx, id)
    if (!contact || contact.isGroup) return undefined
    addFigures(ctx, contact.createdAt, null, { leads: 1 })
    return 0
  },
}

export const reportMoveIn = { tickets, contacts }
