import { and, eq, ne, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent, isEvent, readEvents, type RecordedEvent } from '../kernel/event/event-log'
import type { ContactId, TicketId } from '../kernel/ids'
import { snapshotOf, type TicketMerge, type TicketSnapshot } from './ticket.events'
import { assignmentOf } from './ticket.policy'
import { getTicketRow, type TicketRow, findActiveTicket, findTicketRow } from './ticket.queries'
import { ticketNoteTable, ticketTable } from './ticket.tables'
import { moveTicketLane, returnTicketLanes } from '../tag/tag-links'
import { finish } from './closing/close-ticket'
import type { ContactUnmerge } from '../contact/contact.events'

/** Of two active tickets, the newer is merged into the older. */
export function followContactMerge(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  for (const twin of listActiveTwins(ctx, fromId, intoId)) {
    const [older, younger] = twin.sort((a, b) => a - b)
    if (older !== undefined && younger !== undefined) mergeTickets(ctx, younger, older)
  }
  const moved = ctx.db
    .update(ticketTable)
    .set({ contactId: intoId })
    .where(eq(ticketTable.contactId, fromId))
    .returning({ id: ticketTable.id })
    .all()
  for (const { id } of moved) {
    const data = { fromContactId: fromId, toContactId: intoId, after: assignmentOf(getTicketRow(ctx, id)) }
    recordEvent(ctx, 'ticket.contactChanged', { ticketId: id, contactId: intoId }, data)
  }
  ctx.db.update(ticketNoteTable).set({ contactId: intoId }).where(eq(ticketNoteTable.contactId, fromId)).run()
}

function listActiveTwins(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): number[][] {
  const activeOf = (contactId: ContactId) =>
    ctx.db
      .select({ id: ticketTable.id, connectionId: ticketTable.connectionId })
      .from(ticketTable)
      .where(and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, 'closed')))
      .all()
  const into = activeOf(intoId)
  return activeOf(fromId).flatMap(({ id, connectionId }) => {
    const twin = into.find((other) => connectionId !== null && other.connectionId === connectionId)
    return twin ? [[id, twin.id]] : []
  })
}

/** Messages move on `ticket.merged`. The newer one's agent takes over, unless the older has one. */
function mergeTickets(ctx: CompanyContext, youngerId: TicketId, olderId: TicketId) {
  ctx.transaction(() => {
    const younger = getTicketRow(ctx, youngerId)
    const older = getTicketRow(ctx, olderId)
    finish(ctx, younger, { farewell: false })
    const moves = { lastMessage: '', lastMessageId: null, unreadMessages: 0 }
    ctx.db.update(ticketTable).set(moves).where(eq(ticketTable.id, youngerId)).run()
    ctx.db
      .update(ticketTable)
      .set(mergedValues(ctx, younger, older))
      .where(eq(ticketTable.id, olderId))
      .run()
    const notes = ctx.db.update(ticketNoteTable).set({ ticketId: olderId })
    const moved = notes.where(eq(ticketNoteTable.ticketId, youngerId)).returning({ id: ticketNoteTable.id }).all()
    const laneIds = moveTicketLane(ctx, youngerId, olderId)
    const merged = getTicketRow(ctx, olderId)
    const kept = {
      from: snapshotOf(younger),
      into: snapshotOf(older),
      merged: snapshotOf(merged),
      noteIds: moved.map(({ id }) => id),
      laneIds,
    }
    const places = { from: assignmentOf(younger), into: assignmentOf(older), after: assignmentOf(merged) }
    const subjects = { ticketId: olderId, contactId: older.contactId }
    recordEvent(ctx, 'ticket.merged', subjects, { fromTicketId: youngerId, ...places, kept })
  })
}

function mergedValues(ctx: CompanyContext, younger: TicketRow, older: TicketRow) {
  const newest = (younger.lastMessageId ?? 0) > (older.lastMessageId ?? 0) ? younger : older
  const { status, userId, queueId, startedAt } = older.userId === null && younger.userId !== null ? younger : older
  return {
    status,
    userId,
    startedAt,
    queueId: queueId ?? older.queueId ?? younger.queueId,
    lastMessage: newest.lastMessage,
    lastMessageId: newest.lastMessageId,
    unreadMessages: older.unreadMessages + younger.unreadMessages,
    // What is at work in one of them is not put off by the other.
    snoozedUntil: younger.snoozedUntil && older.snoozedUntil,
    updatedAt: ctx.now,
  }
}

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
