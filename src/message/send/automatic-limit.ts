import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { countNotice, lastNoticeAtMs } from '../../ticket/history/ticket-notice'
import type { TicketRow } from '../../ticket/ticket.queries'
import { automaticMessagesMax } from './automatic-limit.contract'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** Automatic messages were left out, because the contact got as many as allowed without writing. */
    'ticket.automaticLimitReached': object
  }
}

const statements = perCompany(({ sqlite }) => ({
  // Messages of the paired phone have no user either, but they have provider data. What was withdrawn was not sent.
  newest: sqlite.prepare<{ id: number; isAutomatic: number; at: number }, [number, number]>(
    `SELECT id, from_me AND user_id IS NULL AND provider_data IS NULL AS isAutomatic, created_at AS at FROM message
     WHERE ticket_id = ? AND created_at >= ? AND NOT is_private AND NOT is_deleted
     ORDER BY created_at DESC, id DESC LIMIT ${automaticMessagesMax}`,
  ),
  received: sqlite.prepare<{ id: number }, [number, number]>(
    'SELECT id FROM message WHERE contact_id = ? AND ticket_id = ? ORDER BY id DESC LIMIT 1',
  ),
}))

/** Automatic messages of the ticket since a contact or person wrote, or a person, schedule or campaign asked for them. */
function messagesInARow(ctx: CompanyContext, { id, contactId }: TicketRow) {
  const { newest, received } = statements(ctx.company)
  const rows = newest.all(id, lastNoticeAtMs(ctx, id, 'cause') ?? 0)
  const other = rows.findIndex(({ isAutomatic }) => !isAutomatic)
  // A late message has an earlier time than the answers to those before it.
  const receivedId = received.get(contactId, id)?.id ?? 0
  return (other === -1 ? rows : rows.slice(0, other)).filter((message) => message.id > receivedId)
}

/** Returns how many automatic messages may follow without a message of the contact. */
export function countAutomaticLeft(ctx: CompanyContext, ticket: TicketRow): number {
  return automaticMessagesMax - messagesInARow(ctx, ticket).length
}

/** The automatic messages that follow were asked for, so that the limit counts them from here. */
export function noteCause(ctx: CompanyContext, ticketId: TicketId) {
  countNotice(ctx, ticketId, 'cause', { timesMax: 0 })
}

/** Leaves out what exceeds the limit, and records that once for each time that the limit is reached. */
export function withinLimit<T>(ctx: CompanyContext, ticket: TicketRow, messages: readonly T[]): readonly T[] {
  const { id, contactId } = ticket
  const row = messagesInARow(ctx, ticket)
  const left = automaticMessagesMax - row.length
  if (messages.length <= left) return messages
  const reportedAt = lastNoticeAtMs(ctx, id, 'automaticLimit') ?? -1
  if (reportedAt < (row.at(-1)?.at ?? ctx.now.getTime())) {
    countNotice(ctx, id, 'automaticLimit', { timesMax: 0 })
    recordEvent(ctx, 'ticket.automaticLimitReached', { ticketId: id, contactId }, {})
  }
  return messages.slice(0, left)
}
