import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import { dayMs } from '../../kernel/time/durations.contract'
import { assignmentOf, isResolved, isSnoozable } from '../ticket.policy'
import { findTicketRow, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const daysMax = 366

const { id, updatedAt } = ticketTable

const statements = {
  snooze: statement((db, v: { id: TicketId; until: Date }) =>
    db.update(ticketTable).set({ snoozedUntil: v.until }).where(eq(id, v.id)),
  ),
  wake: statement((db, v: { id: TicketId; now: Date }) =>
    db
      .update(ticketTable)
      .set({ snoozedUntil: null, updatedAt: sql`max(${updatedAt}, ${v.now})` })
      .where(eq(id, v.id)),
  ),
}

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.wake': { ticketId: TicketId; untilMs: number }
  }
}

/** Company time without an offset. @throws Refusal ERR_TICKET_CLOSED, ERR_TICKET_NOT_ACCEPTED, ERR_INVALID_INPUT */
export function snoozeTicket(ctx: CompanyContext, ticketId: TicketId, until: string): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (isResolved(ticket)) refuse('ERR_TICKET_CLOSED')
    if (!isSnoozable(ticket)) refuse('ERR_TICKET_NOT_ACCEPTED')
    const untilMs = momentAhead(ctx, until)
    statements.snooze.run(ctx, { id: ticketId, until: new Date(untilMs) })
    enqueueJob(ctx, 'ticket.wake', { ticketId, untilMs }, { runAt: new Date(untilMs) })
    recordSnooze(ctx, ticket, 'ticket.snoozed')
    return getTicketRow(ctx, ticketId)
  })
}

function momentAhead(ctx: CompanyContext, text: string) {
  const at = readMoment(text, timeZoneOf(ctx))?.getTime() ?? refuse('ERR_INVALID_INPUT', { fields: { until: 'date' } })
  const nowMs = ctx.now.getTime()
  if (at <= nowMs) refuse('ERR_INVALID_INPUT', { fields: { until: 'past' } })
  if (at > nowMs + daysMax * dayMs) refuse('ERR_INVALID_INPUT', { fields: { until: 'tooLarge' } })
  return at
}

export function wakeTicket(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (ticket.snoozedUntil === null) return ticket
    return wake(ctx, ticket, 'ticket.awoken')
  })
}

export function wakeOnTime(ctx: CompanyContext, { ticketId, untilMs }: { ticketId: TicketId; untilMs: number }) {
  ctx.transaction(() => {
    const ticket = findTicketRow(ctx, ticketId)
    if (ticket?.snoozedUntil?.getTime() === untilMs) wake(ctx, ticket, 'ticket.snoozeEnded')
  })
}

function wake(ctx: CompanyContext, ticket: TicketRow, type: 'ticket.awoken' | 'ticket.snoozeEnded') {
  statements.wake.run(ctx, { id: ticket.id, now: ctx.now })
  recordSnooze(ctx, ticket, type)
  return getTicketRow(ctx, ticket.id)
}

function recordSnooze(
  ctx: CompanyContext,
  ticket: TicketRow,
  type: 'ticket.snoozed' | 'ticket.awoken' | 'ticket.snoozeEnded',
) {
  const assignment = assignmentOf(ticket)
  recordEvent(
    ctx,
    type,
    { ticketId: ticket.id, contactId: ticket.contactId },
    { before: assignment, after: assignment },
  )
}
