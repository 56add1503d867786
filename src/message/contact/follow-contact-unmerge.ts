import { and, eq, sql } from 'drizzle-orm'
import type { ContactUnmerge } from '../../contact/contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bare, inList } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { isEvent, readEvents, recordEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { findTicketRow, listOwnTicketIds } from '../../ticket/ticket.queries'
import { refreshLastMessage } from '../change/remove-message'
import '../message.events'
import { findMessageRow } from '../message.queries'
import { messageReactionTable, messageTable } from '../message.tables'

const { id, contactId, ticketId } = messageTable
const { author, messageId } = messageReactionTable

interface Returned {
  fromId: number
  intoId: number
  ids: readonly number[]
}

const authorsWhere = (column: typeof id | typeof ticketId) =>
  statement((db, of: Returned) =>
    db
      .update(messageTable)
      .set({ contactId: of.fromId })
      .where(and(eq(contactId, of.intoId), inList(column, of.ids))),
  )

const statements = {
  authorsOnTickets: authorsWhere(ticketId),
  authors: authorsWhere(id),
  reactions: statement(
    (_, of: Returned) =>
      sql`UPDATE OR IGNORE ${messageReactionTable} SET ${bare(author)} = ${of.fromId}
        WHERE ${and(eq(author, of.intoId), inList(messageId, of.ids))}`,
  ),
  messages: statement((db, of: Returned) =>
    db
      .update(messageTable)
      .set({ ticketId: of.fromId })
      .where(and(eq(ticketId, of.intoId), inList(id, of.ids)))
      .returning({ id }),
  ),
}

export function followContactUnmerge(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: fromId, firstEvent, lastEvent } = undone
  const events = readEvents(ctx, firstEvent, { last: lastEvent })
  for (const event of events) if (isEvent(event, 'ticket.messagesMoved')) returnMessages(ctx, event)
  statements.authorsOnTickets.run(ctx, { fromId, intoId, ids: listOwnTicketIds(ctx, fromId) })
  for (const event of events) if (isEvent(event, 'contact.authorChanged')) returnAuthor(ctx, event, intoId)
}

function returnMessages(ctx: CompanyContext, { ticketId: intoId, data }: RecordedEvent<'ticket.messagesMoved'>) {
  const { fromTicketId: fromId, messageIds: ids } = data
  if (!findTicketRow(ctx, fromId)) return
  const messageIds = statements.messages.all(ctx, { fromId, intoId, ids }).map(({ id }) => id)
  recordEvent(ctx, 'ticket.messagesMoved', { ticketId: fromId }, { fromTicketId: intoId, messageIds })
  for (const ticketId of [fromId, intoId]) refreshLastMessage(ctx, ticketId)
}

function returnAuthor(ctx: CompanyContext, { data }: RecordedEvent<'contact.authorChanged'>, intoId: ContactId) {
  const { fromContactId: fromId, messageIds, reactedIds, dropped } = data
  statements.authors.run(ctx, { fromId, intoId, ids: messageIds })
  statements.reactions.run(ctx, { fromId, intoId, ids: reactedIds })
  for (const { messageId, emoji, at } of dropped) {
    if (!findMessageRow(ctx, messageId)) continue
    const reaction = { messageId, author: fromId, emoji, at: new Date(at) }
    ctx.db.insert(messageReactionTable).values(reaction).onConflictDoNothing().run()
  }
}
