import { eq, inArray } from 'drizzle-orm'
import type { ContactUnmerge } from '../../contact/contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isEvent, readEvents, recordEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { returnTicketLanes } from '../../tag/tag-links'
import { assignmentOf, snapshotOf, type TicketMerge, type TicketSnapshot } from '../ticket.events'
import { findActiveTicket, findTicketRow, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketNoteTable, ticketTable } from '../ticket.tables'

/** With messages since. Tickets created since stay. Merged ones are separated, but for users' changes. */
export function followContactUnmerge(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: fromId, firstEvent, lastEvent } = undone
  const events = readEvents(ctx, firstEvent, { last: lastEvent })
  for (const event of events) {
    if (isEvent(event, 'ticket.contactChanged') && event.data.fromContactId === fromId) moveBack(ctx, event, intoId)
  }
  for (const event of events) if (isEvent(event, 'ticket.merged')) unmergeTickets(ctx, event)
}

function moveBack(ctx: CompanyContext, { ticketId, data }: RecordedEvent<'ticket.contactChanged'>, intoId: ContactId) {
  const ticket = findTicketRow(ctx, ticketId)
  if (ticket?.contactId !== intoId) return
  const { id } = ticket
  const contactId = data.fromContactId
  ctx.db.update(ticketTable).set({ contactId }).where(eq(ticketTable.id, id)).run()
  ctx.db.update(ticketNoteTable).set({ contactId }).where(eq(ticketNoteTable.ticketId, id)).run()
  const move = { fromContactId: intoId, toContactId: contactId, after: assignmentOf(ticket) }
  recordEvent(ctx, 'ticket.contactChanged', { ticketId: id, contactId }, move)
}

function unmergeTickets(ctx: CompanyContext, { ticketId, at, data }: RecordedEvent<'ticket.merged'>) {
  const older = findTicketRow(ctx, ticketId)
  const younger = findTicketRow(ctx, data.fromTicketId)
  if (!older || !younger) return
  returnNotes(ctx, older.id, younger, data.kept.noteIds)
  const { kept } = data
  const isUnread = older.unreadMessages >= kept.merged.unreadMessages
  const goesOn = older.status !== 'closed' && isAsMerged(younger, at) && !hasActive(ctx, younger)
  if (goesOn) {
    returnTicketLanes(ctx, older.id, younger.id, kept.laneIds)
    const snapshot = { ...kept.from, unreadMessages: isUnread ? kept.from.unreadMessages : 0 }
    change(ctx, younger, columnsOf(snapshot))
  }
  const back = before(older, kept)
  const unreadMessages = isUnread ? older.unreadMessages - kept.from.unreadMessages : older.unreadMessages
  change(ctx, older, { ...(goesOn ? back : {}), unreadMessages: Math.max(0, unreadMessages) })
}

function isAsMerged({ status, closedAt }: TicketRow, mergedAt: Date) {
  return status === 'closed' && closedAt?.getTime() === mergedAt.getTime()
}

function hasActive(ctx: CompanyContext, { contactId, connectionId }: TicketRow) {
  return findActiveTicket(ctx, contactId, connectionId) !== undefined
}

function before(older: TicketRow, { into, merged }: TicketMerge['kept']) {
  const now = snapshotOf(older)
  const same = now.status === merged.status && now.userId === merged.userId && now.queueId === merged.queueId
  if (!same) return {}
  const { status, userId, queueId, startedAt } = into
  return { status, userId, queueId, startedAt: startedAt === null ? null : new Date(startedAt) }
}

function columnsOf({ queuedAt, startedAt, closedAt, ...snapshot }: TicketSnapshot) {
  const time = (at: number | null) => (at === null ? null : new Date(at))
  return { ...snapshot, queuedAt: time(queuedAt), startedAt: time(startedAt), closedAt: time(closedAt) }
}

function change(ctx: CompanyContext, ticket: TicketRow, columns: Partial<TicketRow>) {
  const { id, contactId } = ticket
  ctx.db
    .update(ticketTable)
    .set({ ...columns, updatedAt: ctx.now })
    .where(eq(ticketTable.id, id))
    .run()
  const move = { before: assignmentOf(ticket), after: assignmentOf(getTicketRow(ctx, id)) }
  recordEvent(ctx, 'ticket.unmerged', { ticketId: id, contactId }, move)
}

function returnNotes(ctx: CompanyContext, olderId: TicketId, younger: TicketRow, noteIds: number[]) {
  const { id: ticketId, contactId } = younger
  const moved = ctx.db.select().from(ticketNoteTable).where(inArray(ticketNoteTable.id, noteIds)).all()
  for (const { id } of moved.filter((note) => note.ticketId === olderId)) {
    ctx.db.update(ticketNoteTable).set({ ticketId, contactId }).where(eq(ticketNoteTable.id, id)).run()
  }
}
