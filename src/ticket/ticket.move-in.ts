import { and, desc, eq, ne } from 'drizzle-orm'
import { findConnectionFacts } from '../connection/connection.queries'
import { isGroupContact } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { recordPastEvent } from '../kernel/event/past-event'
import type { MoveIn, MoveInStep, SourceRow } from '../kernel/move-in/move-in-step'
import { flagOf, momentOf, numberOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { pick } from '../kernel/typed-object.contract'
import { ticketPriorities } from './ticket-priority.contract'
import { ticketStatuses, type TicketStatus } from './ticket-status'
import { findTicketRow, getTicketRow, type TicketRow } from './ticket.queries'
import { ticketNoteTable, ticketTable } from './ticket.tables'

const written = [
  ...([
    'uuid',
    'status',
    'contactId',
    'connectionId',
    'channel',
    'queueId',
    'userId',
    'isGroup',
    'unreadMessages',
    'priority',
  ] as const),
  ...(['lastMessage', 'startedByUs', 'isBot', 'imported', 'amount', 'queuedAt', 'startedAt', 'closedAt'] as const),
  ...(['createdAt', 'updatedAt'] as const),
] as const
type Written = Pick<TicketRow, (typeof written)[number]>

const statements = {
  insert: statement((db, row: Written) =>
    db
      .insert(ticketTable)
      .values(pick(row, ...written))
      .onConflictDoNothing()
      .returning({ id: ticketTable.id }),
  ),
  active: statement((db, of: { contactId: number; connectionId: number }) =>
    db
      .select({ id: ticketTable.id, updatedAt: ticketTable.updatedAt })
      .from(ticketTable)
      .where(
        and(
          eq(ticketTable.contactId, of.contactId),
          eq(ticketTable.connectionId, of.connectionId),
          ne(ticketTable.status, 'closed'),
        ),
      ),
  ),
  close: statement((db, of: { id: number; at: Date }) =>
    db
      .update(ticketTable)
      .set({ status: 'closed', closedAt: of.at, unreadMessages: 0 })
      .where(eq(ticketTable.id, of.id)),
  ),
}

const lastMessageMax = 1000

const setLast = statement((db, of: { id: number; messageId: number; preview: string }) =>
  db.update(ticketTable).set({ lastMessageId: of.messageId, lastMessage: of.preview }).where(eq(ticketTable.id, of.id)),
)

export function noteLastMovedMessage(ctx: CompanyContext, id: number, messageId: number, preview: string) {
  setLast.run(ctx, { id, messageId, preview })
}

function statusOf(row: SourceRow): TicketStatus {
  return ticketStatuses.find((status) => status === row['status']) ?? 'closed'
}

/** What the row says; the tracking tells more. */
function columnsOf(moveIn: MoveIn, row: SourceRow, contactId: number): Omit<Written, 'uuid'> {
  const { ctx, find } = moveIn
  const connectionId = find('Whatsapps', row['whatsappId']) ?? null
  const times = timesOf(row)
  const status = statusOf(row)
  const userId = find('Users', row['userId']) ?? null
  const amount = Number(row['valorVenda'] ?? '')
  return {
    status: status === 'open' && userId === null ? 'pending' : status,
    contactId,
    connectionId,
    channel: (connectionId === null ? undefined : findConnectionFacts(ctx, connectionId)?.channel) ?? 'whatsapp',
    queueId: find('Queues', row['queueId']) ?? null,
    userId: status === 'pending' ? null : userId,
    priority: ticketPriorities.find((priority) => priority === row['priority']) ?? 'normal',
    isGroup: flagOf(row['isGroup']) || isGroupContact(ctx, contactId),
    unreadMessages: status === 'closed' ? 0 : numberOf(row['unreadMessages'], { max: 100_000 }),
    lastMessage: textOf(row['lastMessage'], lastMessageMax),
    startedByUs: flagOf(row['fromMe']),
    isBot: status === 'pending' && flagOf(row['isBot'] ?? row['chatbot']),
    imported: Boolean(row['imported']),
    amount: row['valorVenda'] && Number.isFinite(amount) ? amount : null,
    queuedAt: status !== 'closed' && userId === null ? times.updatedAt : null,
    startedAt: userId === null ? null : times.createdAt,
    closedAt: status === 'closed' ? times.updatedAt : null,
    ...times,
  }
}

/** The newer of two active ones of a contact and connection stays; it is their live one, too. */
function closeOther(moveIn: MoveIn, columns: Omit<Written, 'uuid'>, ownId = 0): TicketStatus {
  const { ctx, note } = moveIn
  const { status, contactId, connectionId, updatedAt } = columns
  if (status === 'closed' || connectionId === null) return status
  const other = statements.active.get(ctx, { contactId, connectionId })
  if (!other || other.id === ownId) return status
  if (other.updatedAt > updatedAt) {
    note('secondClosed', { contactId, ticketId: other.id })
    return 'closed'
  }
  note('otherClosed', { contactId, ticketId: other.id })
  statements.close.run(ctx, { id: other.id, at: other.updatedAt })
  return status
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function settled(moveIn: MoveIn, columns: Omit<Written, 'uuid'>, ownId?: number) {
  const status = closeOther(moveIn, columns, ownId)
  return status === columns.status ? columns : { ...columns, status, unreadMessages: 0, closedAt: columns.updatedAt }
}

const tickets: MoveInStep = {
  table: 'Tickets',
  take(moveIn, row) {
    const contactId = moveIn.find('Contacts', row['contactId'])
    if (contactId === undefined) return { skipped: 'parent Contacts' }
    const known = ticketStatuses.some((status) => status === row['status'])
    if (!known) moveIn.note('statusUnknown', { status: textOf(row['status'], 50) })
    const own = textOf(row['uuid'])
    const columns = settled(moveIn, columnsOf(moveIn, row, contactId))
    const fresh = { ...columns, uuid: crypto.randomUUID() }
    const stored = uuid.test(own) ? statements.insert.get(moveIn.ctx, { ...columns, uuid: own }) : undefined
    const id = (stored ?? statements.insert.get(moveIn.ctx, fresh))?.id
    return id === undefined ? { skipped: 'contradicts' } : { id, state: columns.updatedAt.getTime() }
  },
  // Whatever people do with a ticket moves it in its list. Looking at it does not.
  stateOf: ({ ctx }, id) => findTicketRow(ctx, id)?.updatedAt.getTime(),
  change(moveIn, id, row) {
    const { ctx } = moveIn
    const ticket = getTicketRow(ctx, id)
    const { startedAt, createdAt, ...now } = settled(moveIn, columnsOf(moveIn, row, ticket.contactId), id)
    const begun = { startedAt: ticket.startedAt ?? startedAt }
    ctx.db
      .update(ticketTable)
      .set({ ...now, ...begun })
      .where(eq(ticketTable.id, id))
      .run()
    for (const tracked of moveIn.others('TicketTraking', 'ticketId', row['id'])) setTracked(moveIn, id, tracked)
    return now.updatedAt.getTime()
  },
}

const ofTicket = { column: 'ticketId', table: 'Tickets' } as const

const tracking: MoveInStep = {
  table: 'TicketTraking',
  owner: ofTicket,
  take(moveIn, row) {
    const id = moveIn.find('Tickets', row['ticketId'])
    return id !== undefined && setTracked(moveIn, id, row) ? 0 : { skipped: 'parent Tickets' }
  },
}

function setTracked({ ctx }: MoveIn, id: number, row: SourceRow) {
  const ticket = findTicketRow(ctx, id)
  if (!ticket) return false
  const isClosed = ticket.status === 'closed'
  const closedAt = momentOf(row['closedAt'] ?? row['finishedAt'])
  const queuedAt = momentOf(row['queuedAt'])
  const startedAt = momentOf(row['startedAt'])
  ctx.db
    .update(ticketTable)
    .set({
      ...(queuedAt && (isClosed || ticket.userId === null) ? { queuedAt } : {}),
      ...(startedAt && (isClosed || ticket.userId !== null) ? { startedAt } : {}),
      ...(closedAt && isClosed ? { closedAt } : {}),
      // There is always one, which changes nothing.
      contactId: ticket.contactId,
    })
    .where(eq(ticketTable.id, ticket.id))
    .run()
  return true
}

const rateMax = 5

const ratings: MoveInStep = {
  table: 'UserRatings',
  owner: ofTicket,
  take({ ctx, find }, row) {
    const id = find('Tickets', row['ticketId'])
    if (id === undefined) return { skipped: 'parent Tickets' }
    const given = numberOf(row['rate'], { max: 10 })
    if (given === 0) return { skipped: 'ratingMissing' }
    const rating = given > rateMax ? Math.round(given / 2) : given
    const ratingUserId = find('Users', row['userId']) ?? null
    ctx.db.update(ticketTable).set({ rating, ratingUserId }).where(eq(ticketTable.id, id)).run()
    return 0
  },
}

function ticketOfContact({ ctx }: MoveIn, contactId: number | undefined) {
  if (contactId === undefined) return undefined
  const { id } = ticketTable
  return ctx.db
    .select({ id })
    .from(ticketTable)
    .where(eq(ticketTable.contactId, contactId))
    .orderBy(desc(id))
    .limit(1)
    .get()?.id
}

const notes: MoveInStep = {
  table: 'TicketNotes',
  owner: { column: 'contactId', table: 'Contacts' },
  take(moveIn, row) {
    const { ctx, find } = moveIn
    const ticketId = find('Tickets', row['ticketId']) ?? ticketOfContact(moveIn, find('Contacts', row['contactId']))
    const ticket = ticketId === undefined ? undefined : findTicketRow(ctx, ticketId)
    if (!ticket) return { skipped: 'ticketMissing' }
    const { createdAt } = timesOf(row)
    const userId = find('Users', row['userId']) ?? null
    const values = { note: textOf(row['note']), ticketId: ticket.id, contactId: ticket.contactId, userId, createdAt }
    return ctx.db.insert(ticketNoteTable).values(values).returning({ id: ticketNoteTable.id }).get().id
  },
}

const eventOf = {
  create: 'ticket.created',
  chatBot: 'ticket.chatBotStarted',
  queue: 'ticket.queued',
  open: 'ticket.accepted',
  access: 'ticket.accessed',
  transfered: 'ticket.transferred',
  receivedTransfer: 'ticket.received',
  pending: 'ticket.returned',
  closed: 'ticket.closed',
  reopen: 'ticket.reopened',
  redirect: 'ticket.queued',
} as const
const isLogged = (type: string): type is keyof typeof eventOf => Object.hasOwn(eventOf, type)

const log: MoveInStep = {
  table: 'LogTickets',
  owner: ofTicket,
  take(moveIn, row) {
    const { ctx, find } = moveIn
    const ticketId = find('Tickets', row['ticketId'])
    if (ticketId === undefined) return { skipped: 'parent Tickets' }
    const type = textOf(row['type'])
    if (!isLogged(type)) return { skipped: `kindUnknown ${type.slice(0, 30)}` }
    const userId = find('Users', row['userId']) ?? null
    const queueId = find('Queues', row['queueId']) ?? null
    const place = { status: type === 'closed' ? ('closed' as const) : ('open' as const), userId, queueId }
    const data = { before: place, after: place, ...(type === 'redirect' ? { redirect: true } : {}) }
    const at = timesOf(row).createdAt
    // Only the log reads it, and of it no more than this.
    const event = { type: eventOf[type], at, userId, ticketId, data: data as never }
    recordPastEvent(ctx, event, moveIn)
    return 0
  },
}

export const ticketMoveIn = { tickets, tracking, ratings, notes, log }
