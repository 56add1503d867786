import { wasWrittenTo } from './messages-since'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketMessagesPort } from '../../ticket/ticket-messages.port'
import { listContactMessages } from '../contact/contact-messages.view'
import { lastInboundMs } from '../compose/last-inbound.view'
import { markConversationRead } from './mark-conversation-read'
import { listExcerpts } from '../search/message-excerpts.view'
import { searchMessages } from '../search/search-messages'

interface Mark {
  id: number
  fromMe: number
  ack: number
  mediaType: string | null
  isDeleted: number
  isAwaited: number | null
}

const marks = perCompany(({ sqlite }) =>
  sqlite.prepare<Mark, [string]>(
    `SELECT m.id, m.from_me AS fromMe, m.ack, m.media_type AS mediaType, m.is_deleted AS isDeleted,
       m.data ->> '$.awaited' AS isAwaited
     FROM json_each(?) ids JOIN message m ON m.id = ids.value`,
  ),
)

export const ticketMessages: TicketMessagesPort = {
  search: searchMessages,
  excerpts: listExcerpts,
  lastInboundMs,
  contactMessages: listContactMessages,
  wasWrittenTo,
  sources: [{ table: 'message', noted: { kind: 'ticket', id: 'ticket_id' } }],
  markRead: markConversationRead,
  marks: (ctx, ids) =>
    new Map(
      marks(ctx.company)
        .all(JSON.stringify(ids))
        .map(({ id, fromMe, ack, mediaType, isDeleted, isAwaited }) => [
          id,
          { fromMe: fromMe === 1, ack, mediaType, isDeleted: isDeleted === 1, isAwaited: isAwaited === 1 },
        ]),
    ),
}
