import { findContactRow } from '../contact/contact.queries'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { findTicketRow } from '../ticket/ticket.queries'
import { addFigures } from './attendance-figures'

/** After the tracking, which says when they waited and were attended. */
const tickets: MoveInStep = {
  table: 'Tickets',
  as: 'Figures of tickets',
  take({ ctx, find }, row) {
    const id = find('Tickets', row['id'])
    const ticket = id === undefined ? undefined : findTicketRow(ctx, id)
    if (!ticket || ticket.imported) return undefined
    const { createdAt, queuedAt, startedAt, closedAt, userId, rating, ratingUserId } = ticket
    addFigures(ctx, createdAt, null, ticket.startedByUs ? { active: 1 } : { passive: 1 })
    if (startedAt && userId !== null) {
      const wait =
        queuedAt && startedAt >= queuedAt ? { waits: 1, waitMs: startedAt.getTime() - queuedAt.getTime() } : {}
      addFigures(ctx, startedAt, userId, { started: 1, ...wait })
    }
    if (ticket.status === 'closed' && closedAt) {
      const support = startedAt ? { supports: 1, supportMs: Math.max(0, closedAt.getTime() - startedAt.getTime()) } : {}
      addFigures(ctx, closedAt, userId, { finished: 1, ...support })
      const opinion = { promoters: Number(rating === 5), detractors: Number((rating ?? 5) <= 3) }
      if (rating !== null) addFigures(ctx, closedAt, ratingUserId, { rated: 1, ratingSum: rating, ...opinion })
    }
    return 0
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
