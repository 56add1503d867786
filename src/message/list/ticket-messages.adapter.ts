import { eq } from 'drizzle-orm'
import { wasWrittenTo } from './messages-since'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import type { TicketMessagesPort } from '../../ticket/ticket.queries'
import { isAwaited, listContactMessages } from '../contact/contact-messages.view'
import { lastInboundMs } from '../compose/last-inbound.view'
import { messageTable } from '../message.tables'
import { markConversationRead } from './mark-conversation-read'
import { listExcerpts } from '../search/message-excerpts.view'
import { searchMessages } from '../search/search-messages'

const marks = statement((db, { ids }: { ids: readonly MessageId[] }) => {
  const { id, fromMe, ack, mediaType, isDeleted } = messageTable
  const requested = listTable(ids)
  return db
    .select({ id, fromMe, ack, mediaType, isDeleted, isAwaited })
    .from(requested.table)
    .crossJoin(messageTable)
    .where(eq(id, requested.value))
})

export const ticketMessages: TicketMessagesPort = {
  search: searchMessages,
  excerpts: listExcerpts,
  lastInboundMs,
  contactMessages: listContactMessages,
  wasWrittenTo,
  sources: [{ table: 'message', noted: { kind: 'ticket', id: 'ticket_id' } }],
  markRead: markConversationRead,
  // A rest parameter takes a third longer.
  marks: (ctx, ids) =>
    new Map(
      marks
        .all(ctx, { ids })
        .map(({ id, fromMe, ack, mediaType, isDeleted, isAwaited }) => [
          id,
          { fromMe, ack, mediaType, isDeleted, isAwaited },
        ]),
    ),
}
