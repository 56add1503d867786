import { eq, and, desc, isNotNull, isNull, not, or, sql, type SQLWrapper } from 'drizzle-orm'
import { wasWrittenTo } from './messages-since'
import { listTable, asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import type { TicketMessagesPort } from '../../ticket/ticket.queries'
import { commentReplyOf, isWindowRefused, lastInboundMs } from '../compose/last-inbound.view'
import { listMarks } from '../message.queries'
import { isAwaited, messageTable } from '../message.tables'
import { markConversationRead } from './list-messages'
import { listExcerpts } from '../search/message-excerpts.view'
import { searchMessages } from '../search/search-messages'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactMessage } from '../../ticket/ticket.answers'

/** Bounds the time after many messages of a bot. */
const messagesMax = 30
const bodyLengthMax = 255
/** The number tells nothing; what was written before it does. */
const isMenuAnswer = ({ mediaType, body }: Record<'mediaType' | 'body', SQLWrapper>) =>
  sql`(${isNull(mediaType)} AND length(${body}) BETWEEN 1 AND 2 AND ${body} NOT GLOB '*[^0-9]*')`

const newestOf = (which: { inWords: boolean }) =>
  statement((db, { ids }: { ids: readonly TicketId[] }) => {
    const { id, ticketId, fromMe, userId, isPrivate, createdAt, mediaType, body, isDeleted } = messageTable
    const requested = listTable(ids)
    const recent = db
      .select({ id, fromMe, userId, isPrivate, createdAt, mediaType, body })
      .from(messageTable)
      .where(eq(ticketId, requested.value))
      .orderBy(desc(createdAt))
      .limit(messagesMax)
      .as('recent')
    const isOfContact = and(eq(recent.fromMe, false), which.inWords ? not(isMenuAnswer(recent)) : undefined)
    const newest = db
      .select({ id: recent.id })
      .from(recent)
      .where(or(isOfContact, and(isNotNull(recent.userId), eq(recent.isPrivate, false))))
      .orderBy(desc(recent.createdAt), desc(recent.id))
      .limit(1)
    return db
      .select({
        ticketId,
        body: sql<string>`substr(${body}, 1, ${bodyLengthMax})`,
        mediaType,
        isDeleted,
        isAwaited,
        isChoice: asFlag(isMenuAnswer(messageTable)),
      })
      .from(requested.table)
      .crossJoin(messageTable)
      .where(and(eq(id, newest), eq(fromMe, false)))
  })

const newest = newestOf({ inWords: false })
const newestInWords = newestOf({ inWords: true })

/** The contact's last unanswered message of each ticket; a mere menu choice only if nothing else was written. */
function listContactMessages(ctx: CompanyContext, ids: readonly TicketId[]): Map<TicketId, ContactMessage> {
  const rows = ids.length === 0 ? [] : newest.all(ctx, { ids })
  const choices = rows.filter(({ isChoice }) => isChoice).map(({ ticketId }) => ticketId)
  const inWords = choices.length === 0 ? [] : newestInWords.all(ctx, { ids: choices })
  return new Map(
    [...rows, ...inWords].map(({ ticketId, body, mediaType, isDeleted, isAwaited }) => [
      ticketId,
      { body, mediaType, isDeleted, isAwaited },
    ]),
  )
}

export const ticketMessages: TicketMessagesPort = {
  search: searchMessages,
  excerpts: listExcerpts,
  lastInboundMs,
  commentReply: commentReplyOf,
  isWindowRefused,
  contactMessages: listContactMessages,
  wasWrittenTo,
  sources: [{ table: 'message', noted: { kind: 'ticket', id: 'ticket_id' } }],
  markRead: markConversationRead,
  marks: listMarks,
}
