import type { ChannelName } from '../../channel/channel-rules.contract'
import { findOnlyQueue } from '../../connection/connection.queries'
import type { ContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import { isSettingEnabled } from '../../setting/setting.queries'
import { finish } from '../closing/close-ticket'
import { insertTicket } from './insert-ticket'
import { directToWallet } from '../assignment/direct-to-wallet'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import type { TicketStatus } from '../ticket-status'
import { assignmentOf, resolutionOf } from '../ticket.events'
import { findActiveTicket, getTicketRow, type TicketRow } from '../ticket.queries'

export interface InboundConnection {
  id: ConnectionId
  channel: ChannelName
  groupAsTicket: boolean
  /** Minutes after closing during which a message reopens the ticket. */
  timeCreateNewTicket: number
}

export interface InboundTicketOptions {
  contact: ContactRow
  connection: InboundConnection
  at: Date
  startedByUs: boolean
  /** The contact's active ticket, if it was read already. */
  active?: TicketRow
}

export interface InboundTicket {
  ticket: TicketRow
  change: 'existing' | 'reopened' | 'created'
  /** For blocked contacts: the message is stored on a closed ticket and nothing is published. */
  silent: boolean
}

const statements = perCompany(({ sqlite }) => ({
  lastClosed: sqlite.prepare<{ id: number; closedAt: number | null }, [number, number]>(
    `SELECT id, closed_at AS closedAt FROM ticket WHERE contact_id = ? AND connection_id = ? AND status = 'closed'
     ORDER BY id DESC LIMIT 1`,
  ),
  lastAttended: sqlite.prepare<{ id: number; closedAt: number | null }, [number, number]>(
    `SELECT id, closed_at AS closedAt FROM ticket
     WHERE contact_id = ? AND connection_id = ? AND status = 'closed' AND imported = 0 ORDER BY id DESC LIMIT 1`,
  ),
  reopen: sqlite.prepare<unknown, (string | number)[]>(
    `UPDATE ticket SET status = ?1, user_id = NULL, is_bot = 0, use_integration = 0, amount_used_bot_queues = 0,
       automation = NULL, queued_at = ?2, started_at = NULL, closed_at = NULL, updated_at = ?2
     WHERE id = ?3 AND status = 'closed'`,
  ),
}))

/** Replaces an imported ticket that nobody has accepted, and one whose rating is no longer wanted. */
export function resolveInboundTicket(ctx: CompanyContext, options: InboundTicketOptions): InboundTicket {
  return ctx.transaction(() => {
    const { contact, connection } = options
    if (!contact.active) return createSilentTicket(ctx, options)
    const active = options.active ?? findActiveTicket(ctx, contact.id, connection.id)
    if (active && !isUntouchedImport(active) && !isRatingObsolete(ctx, active))
      return { ticket: active, change: 'existing', silent: false }
    if (active) finish(ctx, active, { farewell: false })
    return reopenRecent(ctx, options) ?? create(ctx, options)
  })
}

/** An imported ticket that nobody has accepted is replaced when the contact writes. */
const isUntouchedImport = ({ imported, status, userId }: TicketRow) =>
  imported && status === 'pending' && userId === null

/** Ratings were switched off after this one was requested. */
const isRatingObsolete = (ctx: CompanyContext, { status }: TicketRow) =>
  status === 'nps' && !isSettingEnabled(ctx, 'userRating')

/** The closed ticket that stores a blocked contact's messages. */
export function createSilentTicket(ctx: CompanyContext, { contact, connection }: InboundTicketOptions): InboundTicket {
  const last = statements(ctx.company).lastClosed.get(contact.id, connection.id)
  if (last) return { ticket: getTicketRow(ctx, last.id), change: 'existing', silent: true }
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
  const last = statements(ctx.company).lastAttended.get(contact.id, connection.id)
  if (!last || at.getTime() - (last.closedAt ?? 0) >= connection.timeCreateNewTicket * minuteMs) return undefined
  const closed = getTicketRow(ctx, last.id)
  statements(ctx.company).reopen.run(waitingStatus(options), ctx.now.getTime(), last.id)
  const ticket = getTicketRow(ctx, last.id)
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

/**
 * Assigns the connection's only queue. With several queues the queue menu asks the contact; without queues the ticket waits
 * without one. Bots do not start here: they run on the events of the message domain.
 */
function assignFirstQueue(ctx: CompanyContext, ticket: TicketRow, connectionId: ConnectionId): TicketRow {
  if (ticket.status !== 'pending' || ticket.queueId !== null) return ticket
  const only = findOnlyQueue(ctx, connectionId)
  return only === undefined ? ticket : setTicketQueue(ctx, ticket.id, only)
}

/** Groups have the status `group`, unless the connection treats groups as ordinary tickets. */
function waitingStatus({ contact, connection }: InboundTicketOptions): TicketStatus {
  return contact.isGroup && !connection.groupAsTicket ? 'group' : 'pending'
}
