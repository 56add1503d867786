import { and, desc, eq } from 'drizzle-orm'
import type { ChannelName } from '../../channel/channel-rules.contract'
import { findOnlyQueue } from '../../connection/connection.queries'
import type { ContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import { isSettingEnabled } from '../../setting/setting.queries'
import { finish } from '../closing/close-ticket'
import { insertTicket } from './insert-ticket'
import { directToWallet } from '../assignment/direct-to-wallet'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import type { TicketStatus } from '../ticket-status'
import { resolutionOf } from '../ticket.events'
import { assignmentOf } from '../ticket.policy'
import { findActiveTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

export interface InboundConnection {
  id: ConnectionId
  channel: ChannelName
  groupAsTicket: boolean
  /** Minutes after closing in which a message reopens. */
  timeCreateNewTicket: number
}

interface InboundTicketOptions {
  contact: ContactRow
  connection: InboundConnection
  at: Date
  startedByUs: boolean
  /** Asked when no ticket is active: an answer that opens none. */
  isSilentAnswer?(): boolean
}

export interface InboundTicket {
  ticket: TicketRow
  change: 'existing' | 'reopened' | 'created'
  silent: boolean
}

const { id, contactId, connectionId, status, imported } = ticketTable

type OfContact = { contactId: ContactId; connectionId: ConnectionId }
const isClosed = (of: OfContact) =>
  and(eq(contactId, of.contactId), eq(connectionId, of.connectionId), eq(status, 'closed'))

const statements = {
  lastClosed: statement((db, of: OfContact) =>
    db.select().from(ticketTable).where(isClosed(of)).orderBy(desc(id)).limit(1),
  ),
  lastAttended: statement((db, of: OfContact) =>
    db
      .select()
      .from(ticketTable)
      .where(and(isClosed(of), eq(imported, false)))
      .orderBy(desc(id))
      .limit(1),
  ),
  reopen: statement((db, v: Pick<TicketRow, 'id' | 'status'> & { now: Date }) =>
    db
      .update(ticketTable)
      .set({
        status: v.status,
        userId: null,
        isBot: false,
        useIntegration: false,
        amountUsedBotQueues: 0,
        automation: null,
        queuedAt: v.now,
        startedAt: null,
        closedAt: null,
        updatedAt: v.now,
      })
      .where(and(eq(id, v.id), eq(status, 'closed'))),
  ),
}

/** Replaces an imported ticket that nobody has accepted, and one whose rating is no longer wanted. */
export function resolveInboundTicket(ctx: CompanyContext, options: InboundTicketOptions): InboundTicket {
  return ctx.transaction(() => {
    const { contact, connection } = options
    const active = contact.active ? findActiveTicket(ctx, contact.id, connection.id) : undefined
    const isAnswer = !active && options.isSilentAnswer?.()
    if (isAnswer || !contact.active) return createSilentTicket(ctx, options)
    if (active && !isUntouchedImport(active) && !isRatingObsolete(ctx, active))
      return { ticket: active, change: 'existing', silent: false }
    if (active) finish(ctx, active, { farewell: false })
    return reopenRecent(ctx, options) ?? create(ctx, options)
  })
}

const isUntouchedImport = ({ imported, status, userId }: TicketRow) =>
  imported && status === 'pending' && userId === null

/** Ratings were switched off. */
const isRatingObsolete = (ctx: CompanyContext, { status }: TicketRow) =>
  status === 'nps' && !isSettingEnabled(ctx, 'userRating')

function createSilentTicket(ctx: CompanyContext, { contact, connection }: InboundTicketOptions): InboundTicket {
  const last = statements.lastClosed.get(ctx, { contactId: contact.id, connectionId: connection.id })
  if (last) return { ticket: last, change: 'existing', silent: true }
  const ticket = insertTicket(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup: contact.isGroup,
    status: 'closed',
    queueId: null,
    userId: null,
    startedByUs: false,
    silent: true,
  })
  return { ticket, change: 'created', silent: true }
}

function reopenRecent(ctx: CompanyContext, options: InboundTicketOptions): InboundTicket | undefined {
  const { contact, connection, at } = options
  if (connection.timeCreateNewTicket <= 0) return undefined
  const closed = statements.lastAttended.get(ctx, { contactId: contact.id, connectionId: connection.id })
  const closedAtMs = closed?.closedAt?.getTime() ?? 0
  if (!closed || at.getTime() - closedAtMs >= connection.timeCreateNewTicket * minuteMs) return undefined
  statements.reopen.run(ctx, { id: closed.id, status: waitingStatus(options), now: ctx.now })
  const ticket = getTicketRow(ctx, closed.id)
  recordEvent(
    ctx,
    'ticket.reopened',
    { ticketId: ticket.id, contactId: contact.id },
    { before: assignmentOf(closed), after: assignmentOf(ticket), ...resolutionOf(closed) },
  )
  return { ticket: directToWallet(ctx, ticket, contact), change: 'reopened', silent: false }
}

function create(ctx: CompanyContext, options: InboundTicketOptions): InboundTicket {
  const { contact, connection, startedByUs } = options
  const ticket = insertTicket(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup: contact.isGroup,
    status: waitingStatus(options),
    queueId: null,
    userId: null,
    startedByUs,
  })
  const meant = directToWallet(ctx, ticket, contact)
  return { ticket: assignFirstQueue(ctx, meant, connection.id), change: 'created', silent: false }
}

/** With several the menu asks. Bots start on the message's events. */
function assignFirstQueue(ctx: CompanyContext, ticket: TicketRow, connectionId: ConnectionId): TicketRow {
  if (ticket.status !== 'pending' || ticket.queueId !== null) return ticket
  const only = findOnlyQueue(ctx, connectionId)
  return only === undefined ? ticket : setTicketQueue(ctx, ticket.id, only)
}

function waitingStatus({ contact, connection }: InboundTicketOptions): TicketStatus {
  return contact.isGroup && !connection.groupAsTicket ? 'group' : 'pending'
}
