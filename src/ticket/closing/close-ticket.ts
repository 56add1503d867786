import { eq, sql } from 'drizzle-orm'
import { findConnectionTexts } from '../../connection/connection.queries'
import { countTagsOfContact } from '../../tag/tag-links'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { isSettingEnabled } from '../../setting/setting.queries'
import { type CloseUndo, undoOf } from '../ticket.events'
import { assignmentOf, canCloseTicket, canIgnoreTicket } from '../ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const { id, userId } = ticketTable

type Closed = { id: TicketId; now: Date }
const attendedByNobody = { unreadMessages: 0, isBot: false, useIntegration: false, automation: null }

const statements = {
  close: statement((db, v: Closed) =>
    db
      .update(ticketTable)
      .set({ status: 'closed', ...attendedByNobody, closedAt: v.now, updatedAt: v.now })
      .where(eq(id, v.id)),
  ),
  awaitRating: statement((db, v: Closed) =>
    db
      .update(ticketTable)
      .set({
        status: 'nps',
        ...attendedByNobody,
        amountUsedBotQueues: 0,
        rating: null,
        ratingUserId: null,
        updatedAt: v.now,
      })
      .where(eq(id, v.id)),
  ),
  rate: statement((db, v: { id: TicketId; rating: number }) =>
    db
      .update(ticketTable)
      .set({ rating: v.rating, ratingUserId: sql`${userId}` })
      .where(eq(id, v.id)),
  ),
}

interface CloseTicketOptions {
  farewell: boolean
  /** Closing messages wait as long. */
  canUndo?: boolean
}

/** `closed`, or `nps` first. Messages follow the events. Without a farewell it ends the wait for a rating. */
export function closeTicket(ctx: CompanyContext, ticketId: TicketId, options: CloseTicketOptions): TicketRow {
  const { farewell } = options
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (ticket.status === 'closed' || (farewell && ticket.status === 'nps')) return ticket
    const ignoring = !farewell && (ticket.status === 'pending' || ticket.status === 'lgpd')
    const allowed = ignoring ? canIgnoreTicket(ctx.actor, ticket) : canCloseTicket(ctx.actor, ticket)
    if (!allowed) refuse('ERR_NO_PERMISSION')
    if (!ignoring) assertTagged(ctx, ticket.contactId)
    return farewell && isToBeRated(ctx, ticket) ? awaitRating(ctx, ticket, options) : finish(ctx, ticket, options)
  })
}

function assertTagged(ctx: CompanyContext, contactId: ContactId) {
  if (ctx.actor.kind === 'system' || !isSettingEnabled(ctx, 'requiredTag')) return
  if (countTagsOfContact(ctx, contactId) === 0) refuse('ERR_TAG_REQUIRED')
}

function isToBeRated(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.status !== 'open' || ticket.userId === null || ticket.isGroup || ticket.connectionId === null) return false
  return isSettingEnabled(ctx, 'userRating') && !!findConnectionTexts(ctx, ticket.connectionId)?.rating.trim()
}

function awaitRating(ctx: CompanyContext, before: TicketRow, { canUndo }: CloseTicketOptions) {
  statements.awaitRating.run(ctx, { id: before.id, now: ctx.now })
  const ticket = getTicketRow(ctx, before.id)
  const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
  const data = { ...move, ...(canUndo && { undo: closeUndoOf(ctx, before) }) }
  recordEvent(ctx, 'ticket.ratingAwaited', { ticketId: ticket.id, contactId: ticket.contactId }, data)
  return ticket
}

function closeUndoOf(ctx: CompanyContext, before: TicketRow): CloseUndo {
  const { rating, ratingUserId } = before
  return { ...undoOf(ctx, before), rating, ratingUserId }
}

export function finish(ctx: CompanyContext, before: TicketRow, { farewell, canUndo }: CloseTicketOptions): TicketRow {
  statements.close.run(ctx, { id: before.id, now: ctx.now })
  const ticket = getTicketRow(ctx, before.id)
  // The closing counts as the agent's who requested the rating, even if an answer or a timeout completes it.
  const completes = before.status === 'nps' && actingUserId(ctx.actor) === undefined
  recordEvent(
    ctx,
    'ticket.closed',
    { ticketId: ticket.id, contactId: ticket.contactId },
    {
      before: assignmentOf(before),
      after: assignmentOf(ticket),
      farewell,
      ...(completes ? { byUserId: before.userId ?? undefined } : {}),
      ...(canUndo && { undo: closeUndoOf(ctx, before) }),
    },
  )
  return ticket
}

/** 1 to 5; undefined after the timeout. */
export function closeRatedTicket(ctx: CompanyContext, ticketId: TicketId, rate?: number): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicketRow(ctx, ticketId)
    if (ticket.status !== 'nps') return ticket
    if (rate !== undefined) {
      statements.rate.run(ctx, { id: ticketId, rating: rate })
      const data = { rate, ratedUserId: ticket.userId }
      recordEvent(ctx, 'ticket.rated', { ticketId, contactId: ticket.contactId }, data)
    }
    return finish(ctx, ticket, { farewell: false })
  })
}
