import { and, desc, eq, gt } from 'drizzle-orm'
import { actingUserId, isAdmin } from '../../kernel/company/actor'
import { maskText } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse, required } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { type NoteRow, selectNotes } from './ticket-note.view'
import type { TicketNoteView } from '../ticket.answers'
import type { CreateTicketNoteBody } from '../ticket.contract'
import { canSeeTicket } from '../ticket.policy'
import { findTicketRow, getTicket } from '../ticket.queries'
import { ticketNoteTable } from '../ticket.tables'
import { mustMask } from '../../setting/setting.queries'

const notesOfContact = statement((db, v: { contactId: ContactId }) =>
  selectNotes(db).where(eq(ticketNoteTable.contactId, v.contactId)).orderBy(desc(ticketNoteTable.id)).limit(500),
)
const noteById = statement((db, v: { id: number }) => selectNotes(db).where(eq(ticketNoteTable.id, v.id)))

export function listTicketNotes(ctx: CompanyContext, ticketId: TicketId): TicketNoteView[] {
  const { contactId } = getTicket(ctx, ticketId)
  const visible = new Map<TicketId, boolean>()
  return notesOfContact
    .all(ctx, { contactId })
    .filter(({ ticketId: id }) => {
      const known = visible.get(id) ?? isVisible(ctx, id)
      visible.set(id, known)
      return known
    })
    .map((row) => toView(ctx, row))
}

export function createTicketNote(ctx: CompanyContext, body: CreateTicketNoteBody): TicketNoteView {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, body.ticketId)
    // The body's contact is ignored.
    const { id: ticketId, contactId } = ticket
    const values = { note: body.note, ticketId, contactId, userId: actingUserId(ctx.actor), createdAt: ctx.now }
    const { id } = ctx.db.insert(ticketNoteTable).values(values).returning({ id: ticketNoteTable.id }).get()
    recordEvent(ctx, 'ticketNote.created', { ticketId, contactId }, { ticketNoteId: id })
    return required(findTicketNote(ctx, id), 'ERR_NOT_FOUND')
  })
}

const sameNote = statement((db, v: { ticketId: TicketId; note: string; sinceMs: number }) => {
  const { id, ticketId, note, createdAt } = ticketNoteTable
  const isSame = and(eq(ticketId, v.ticketId), eq(note, v.note), gt(stored(createdAt), v.sinceMs))
  return db.select({ id }).from(ticketNoteTable).where(isSame)
})

/** Since ms since 1970. */
export function isNoted(ctx: CompanyContext, ticketId: TicketId, note: string, sinceMs: number) {
  return sameNote.get(ctx, { ticketId, note, sinceMs }) !== undefined
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
  const row = noteById.get(ctx, { id })
  return row && toView(ctx, row)
}

export function maskNote(ctx: CompanyContext, note: TicketNoteView): TicketNoteView {
  return { ...note, note: maskText(ctx, note.note) }
}

function toView(ctx: CompanyContext, { userId, userName, createdAt, ...note }: NoteRow): TicketNoteView {
  const user = userId === null ? null : { id: userId, name: userName ?? '' }
  const view = { ...note, user, createdAt: createdAt.toISOString() }
  return mustMask(ctx) ? maskNote(ctx, view) : view
}
