import { desc, eq, sql } from 'drizzle-orm'
import { actingUserId, isAdmin } from '../../kernel/company/actor'
import { maskText, mustMask } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse, required } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { selectNotes } from './ticket-note.view'
import type { TicketNoteView } from '../ticket.answers'
import type { CreateTicketNoteBody } from './ticket-note.contract'
import { canSeeTicket } from '../ticket.policy'
import { findTicketRow, getTicket } from '../ticket.queries'
import { ticketNoteTable } from '../ticket.tables'

/** Prepared, because every opened conversation shows its notes. */
const notesOfContact = perCompany(({ db }) =>
  selectNotes({ db })
    .where(eq(ticketNoteTable.contactId, sql.placeholder('contactId')))
    .orderBy(desc(ticketNoteTable.id))
    .limit(500)
    .prepare(),
)

export function listTicketNotes(ctx: CompanyContext, ticketId: TicketId): TicketNoteView[] {
  const { contactId } = getTicket(ctx, ticketId)
  const visible = new Map<TicketId, boolean>()
  return notesOfContact(ctx.company)
    .all({ contactId })
    .filter(({ note: { ticketId: id } }) => {
      const known = visible.get(id) ?? isVisible(ctx, id)
      visible.set(id, known)
      return known
    })
    .map((row) => toView(ctx, row))
}

export function createTicketNote(ctx: CompanyContext, body: CreateTicketNoteBody): TicketNoteView {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, body.ticketId)
    // Uses the ticket's contact and ignores the one in the body.
    const { id: ticketId, contactId } = ticket
    const values = { note: body.note, ticketId, contactId, userId: actingUserId(ctx.actor), createdAt: ctx.now }
    const { id } = ctx.db.insert(ticketNoteTable).values(values).returning({ id: ticketNoteTable.id }).get()
    recordEvent(ctx, 'ticketNote.created', { ticketId, contactId }, { ticketNoteId: id })
    return required(findTicketNote(ctx, id), 'ERR_NOT_FOUND')
  })
}

const sameNote = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number, string, number]>(
    'SELECT 1 FROM ticket_note WHERE ticket_id = ? AND note = ? AND created_at > ?',
  ),
)

/** Whether the ticket has had the same note since a time in milliseconds since 1970. */
export function isNoted({ company }: CompanyContext, ticketId: TicketId, note: string, sinceMs: number) {
  return sameNote(company).get(ticketId, note, sinceMs) !== null
}

export function deleteTicketNote(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const note = ctx.db.select().from(ticketNoteTable).where(eq(ticketNoteTable.id, id)).get()
    if (!note || !isVisible(ctx, note.ticketId)) refuse('ERR_NOT_FOUND')
    if (!isAdmin(ctx.actor) && note.userId !== actingUserId(ctx.actor)) refuse('ERR_NO_PERMISSION')
    ctx.db.delete(ticketNoteTable).where(eq(ticketNoteTable.id, id)).run()
    const { ticketId, contactId } = note
    recordEvent(ctx, 'ticketNote.deleted', { ticketId, contactId }, { ticketNoteId: id })
  })
}

function isVisible(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  return !!ticket && canSeeTicket(ctx.actor, ticket)
}

export function findTicketNote(ctx: CompanyContext, id: number): TicketNoteView | undefined {
  const row = selectNotes(ctx).where(eq(ticketNoteTable.id, id)).get()
  return row && toView(ctx, row)
}

export function maskNote(ctx: CompanyContext, note: TicketNoteView): TicketNoteView {
  return { ...note, note: maskText(ctx, note.note) }
}

function toView(
  ctx: CompanyContext,
  { note, userName }: { note: typeof ticketNoteTable.$inferSelect; userName: string | null },
): TicketNoteView {
  const { id, ticketId, contactId, userId, createdAt } = note
  const user = userId === null ? null : { id: userId, name: userName ?? '' }
  const view = { id, note: note.note, user, ticketId, contactId, createdAt: createdAt.toISOString() }
  return mustMask(ctx) ? maskNote(ctx, view) : view
}
