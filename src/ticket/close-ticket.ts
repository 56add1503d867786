import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { ContactId, TicketId } from '../kernel/ids'
import { isSettingEnabled } from '../setting/setting.queries'
import { assignmentOf } from './ticket.events'
import { canCloseTicket, canIgnoreTicket } from './ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from './ticket.queries'

const statements = perCompany(({ sqlite }) => ({
  close: sqlite.prepare<{ id: number }, [number, number]>(
    `UPDATE ticket SET status = 'closed', unread_messages = 0, is_bot = 0, use_integration = 0, automation = NULL,
       closed_at = ?1, updated_at = ?1
     WHERE id = ?2 AND status <> 'closed' RETURNING id`,
  ),
  awaitRating: sqlite.prepare<{ id: number }, [number, number]>(
    `UPDATE ticket SET status = 'nps', unread_messages = 0, is_bot = 0, use_integration = 0, automation = NULL,
       amount_used_bot_queues = 0, rating = NULL, rating_user_id = NULL, updated_at = ?1
     WHERE id = ?2 AND status = 'open' RETURNING id`,
  ),
  rate: sqlite.prepare<unknown, [number, number]>(
    'UPDATE ticket SET rating = ?, rating_user_id = user_id WHERE id = ?',
  ),
  hasTag: sqlite.prepare<unknown, [number]>('SELECT 1 FROM contact_tag WHERE contact_id = ? LIMIT 1'),
  ratingText: sqlite.prepare<{ text: string }, [number]>('SELECT rating_message AS text FROM connection WHERE id = ?'),
}))

export interface CloseTicketOptions {
  /** Whether words to the contact are wanted; which ones follows from the company's settings. */
  farewell: boolean
}

/**
 * Ends a ticket: closed, or first `nps` when the contact is to rate the attendance. The texts are sent by the message
 * domain on the events. Resolved already, it is answered as it is; closing without a farewell ends the wait for a rating.
 */
export function closeTicket(ctx: CompanyContext, ticketId: TicketId, { farewell }: CloseTicketOptions): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (ticket.status === 'closed' || (farewell && ticket.status === 'nps')) return ticket
    const ignoring = !farewell && (ticket.status === 'pending' || ticket.status === 'lgpd')
    const allowed = ignoring ? canIgnoreTicket(ctx.actor, ticket) : canCloseTicket(ctx.actor, ticket)
    if (!allowed) refuse('ERR_NO_PERMISSION')
    if (!ignoring) assertTagged(ctx, ticket.contactId)
    return farewell && isToBeRated(ctx, ticket) ? awaitRating(ctx, ticket) : finish(ctx, ticket, { farewell })
  })
}

/** Asked of people only: an automaton could not choose a tag. */
function assertTagged(ctx: CompanyContext, contactId: ContactId) {
  if (ctx.actor.kind === 'system' || !isSettingEnabled(ctx, 'requiredTag')) return
  if (!statements(ctx.company).hasTag.get(contactId)) refuse('ERR_TAG_REQUIRED')
}

/** Somebody was attended, the company wants to know how it was, and there is a text to ask with. */
function isToBeRated(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.status !== 'open' || ticket.userId === null || ticket.isGroup || ticket.connectionId === null) return false
  return (
    isSettingEnabled(ctx, 'userRating') && !!statements(ctx.company).ratingText.get(ticket.connectionId)?.text.trim()
  )
}

function awaitRating(ctx: CompanyContext, before: TicketRow) {
  if (!statements(ctx.company).awaitRating.get(ctx.now.getTime(), before.id)) return getTicketRow(ctx, before.id)
  const ticket = getTicketRow(ctx, before.id)
  const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
  recordEvent(ctx, 'ticket.ratingAwaited', { ticketId: ticket.id, contactId: ticket.contactId }, move)
  return ticket
}

/** Closes without asking anybody's permission; for commands that have asked. */
export function finish(ctx: CompanyContext, before: TicketRow, { farewell }: CloseTicketOptions): TicketRow {
  if (!statements(ctx.company).close.get(ctx.now.getTime(), before.id)) return getTicketRow(ctx, before.id)
  const ticket = getTicketRow(ctx, before.id)
  // Who attended it began this closing; that the contact's answer or the clock completes it is not for the ticket log.
  const completes = before.status === 'nps' && actingUserId(ctx.actor) === undefined && before.userId !== null
  recordEvent(
    ctx,
    'ticket.closed',
    { ticketId: ticket.id, contactId: ticket.contactId },
    {
      before: assignmentOf(before),
      after: assignmentOf(ticket),
      farewell,
      ...(completes ? { byUserId: before.userId ?? undefined } : {}),
    },
  )
  return ticket
}

/** The contact answered the question, from 1 to 5, or (undefined) did not in time: the ticket closes. */
export function closeRatedTicket(ctx: CompanyContext, ticketId: TicketId, rate?: number): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicketRow(ctx, ticketId)
    if (ticket.status !== 'nps') return ticket
    if (rate !== undefined) {
      statements(ctx.company).rate.run(rate, ticketId)
      const data = { rate, ratedUserId: ticket.userId }
      recordEvent(ctx, 'ticket.rated', { ticketId, contactId: ticket.contactId }, data)
    }
    return finish(ctx, ticket, { farewell: false })
  })
}
