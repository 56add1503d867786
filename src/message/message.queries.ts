import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { rowReader } from '../kernel/database/row-reader'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, MessageId, TicketId } from '../kernel/ids'
import { findTicketOfMessage } from './list/message-reach'
import { messageTable } from './message.tables'

export type MessageRow = typeof messageTable.$inferSelect

export interface KnownMessage {
  id: MessageId
  ticket_id: number
  from_me: number
  ack: number
  send_state: string | null
  /** Set on a placeholder for a message that could not be decrypted yet. */
  placeholder: string | null
  media_type: string | null
  is_deleted: number
}

const statements = perCompany(({ sqlite }) => ({
  known: sqlite.prepare<KnownMessage, [string, number]>(
    `SELECT id, ticket_id, from_me, ack, send_state, media_type, is_deleted,
       CASE WHEN data IS NULL THEN NULL ELSE data ->> '$.placeholder' END AS placeholder
     FROM message WHERE provider_id = ? AND connection_id = ?`,
  ),
}))

export function findByProviderId(ctx: CompanyContext, connectionId: ConnectionId, providerId: string) {
  return statements(ctx.company).known.get(providerId, connectionId) ?? undefined
}

const byId = perCompany(({ sqlite }) => rowReader(sqlite, messageTable, 'id = ?'))

export function findMessageRow(ctx: CompanyContext, id: MessageId): MessageRow | undefined {
  return byId(ctx.company)(id)
}

/** Returns a message that the user may see, with its ticket. @throws Refusal ERR_NO_MESSAGE_FOUND */
export function getMessage(ctx: CompanyContext, id: MessageId) {
  const message = required(findMessageRow(ctx, id), 'ERR_NO_MESSAGE_FOUND')
  const ticket = findTicketOfMessage(ctx, message.ticketId) ?? refuse('ERR_NO_MESSAGE_FOUND')
  return { message, ticket }
}

const ofContact = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'SELECT id FROM message WHERE ticket_id = ? AND id >= ? AND from_me = 0 AND is_deleted = 0 ORDER BY id LIMIT 100',
  ),
)

/** Returns the contact's messages on the ticket from this one on, oldest first, without deleted ones. */
export function listContactMessages(ctx: CompanyContext, ticketId: TicketId, firstId: MessageId): MessageRow[] {
  const rows = ofContact(ctx.company).all(ticketId, firstId)
  return rows.flatMap(({ id }) => findMessageRow(ctx, id) ?? [])
}

const ofTicket = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM message WHERE ticket_id = ? AND is_private = 0 AND is_deleted = 0
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  ),
)

/** Returns the newest messages of the ticket, oldest first, without deleted ones and notes. */
export function listTicketMessages(ctx: CompanyContext, ticketId: TicketId, limit: number): MessageRow[] {
  const rows = ofTicket(ctx.company).all(ticketId, limit)
  return rows.toReversed().flatMap(({ id }) => findMessageRow(ctx, id) ?? [])
}
