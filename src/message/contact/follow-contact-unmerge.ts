import type { ContactUnmerge } from '../../contact/contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isEvent, readEvents, recordEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { findTicketRow, listOwnTicketIds } from '../../ticket/ticket.queries'
import { refreshLastMessage } from '../change/remove-message'
import '../message.events'

/** Moves messages back to their original tickets, and with them their authorship. */
export function followContactUnmerge(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: fromId, firstEvent, lastEvent } = undone
  const events = readEvents(ctx, firstEvent, { last: lastEvent })
  for (const event of events) if (isEvent(event, 'ticket.messagesMoved')) returnMessages(ctx, event)
  ctx.company.sqlite
    .query(`UPDATE message SET contact_id = ? WHERE contact_id = ? AND ticket_id IN (SELECT value FROM json_each(?))`)
    .run(fromId, intoId, JSON.stringify(listOwnTicketIds(ctx, fromId)))
  for (const event of events) if (isEvent(event, 'contact.authorChanged')) returnAuthor(ctx, event, intoId)
}

function returnMessages(ctx: CompanyContext, { ticketId: intoId, data }: RecordedEvent<'ticket.messagesMoved'>) {
  const { fromTicketId: fromId, messageIds } = data
  if (!findTicketRow(ctx, fromId)) return
  const returned = ctx.company.sqlite
    .query<{ id: number }, [number, number, string]>(
      'UPDATE message SET ticket_id = ? WHERE ticket_id = ? AND id IN (SELECT value FROM json_each(?)) RETURNING id',
    )
    .all(fromId, intoId, JSON.stringify(messageIds))
    .map(({ id }) => id)
  recordEvent(ctx, 'ticket.messagesMoved', { ticketId: fromId }, { fromTicketId: intoId, messageIds: returned })
  for (const ticketId of [fromId, intoId]) refreshLastMessage(ctx, ticketId)
}

function returnAuthor(ctx: CompanyContext, { data }: RecordedEvent<'contact.authorChanged'>, intoId: ContactId) {
  const { fromContactId: fromId, messageIds, reactedIds, dropped } = data
  const { sqlite } = ctx.company
  const ids = (list: readonly number[]) => JSON.stringify(list)
  sqlite
    .query('UPDATE message SET contact_id = ? WHERE contact_id = ? AND id IN (SELECT value FROM json_each(?))')
    .run(fromId, intoId, ids(messageIds))
  sqlite
    .query(
      'UPDATE OR IGNORE message_reaction SET author = ? WHERE author = ? AND message_id IN (SELECT value FROM json_each(?))',
    )
    .run(fromId, intoId, ids(reactedIds))
  const bringBack = sqlite.query(
    'INSERT OR IGNORE INTO message_reaction (message_id, author, emoji, at) SELECT id, ?, ?, ? FROM message WHERE id = ?',
  )
  for (const { messageId, emoji, at } of dropped) bringBack.run(fromId, emoji, at, messageId)
}
