import { and, desc, eq, sql } from 'drizzle-orm'
import { type CompanyContext, withSnapshot } from '../../kernel/company/company-context'
import { stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId, TicketId } from '../../kernel/ids'
import { getTicket, type TicketRow } from '../../ticket/ticket.queries'
import { listConversationTickets } from './message-reach'
import type { MessagePage } from '../message.answers'
import type { ListMessagesQuery } from '../message.contract'
import { messageTable } from '../message.tables'
import { presentMessages } from './present-message.view'
import { clearUnread, noteSeen } from '../../ticket/change/read-ticket'
import { isUnanswered } from '../../ticket/ticket.policy'
import { mayMarkRead, sendsReadReceipt } from '../message.policy'
import { queueReadMarks } from '../outbox/outbound-change'

const pageSize = 40
/** Fills a screen; long messages are folded. */
const leastMessages = 8

interface PageKey {
  id: number
  at: number
}

interface Before {
  ticketId: TicketId
  beforeMs: number
  beforeId: MessageId
  leastMs: number
  limit: number
}

const { id, createdAt } = messageTable

const olderThan = statement((db, of: Before) =>
  db
    .select({ id, at: stored(createdAt) })
    .from(messageTable)
    .where(
      and(
        eq(messageTable.ticketId, of.ticketId),
        sql`(${createdAt}, ${id}) < (${of.beforeMs}, ${of.beforeId})`,
        sql`${createdAt} >= ${of.leastMs}`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(of.limit),
)

export function listMessages(ctx: CompanyContext, ticketId: TicketId, query: ListMessagesQuery): MessagePage {
  const { ticket, page } = withSnapshot(ctx, () => {
    const ticket = getTicket(ctx, ticketId)
    return { ticket, page: readPage(ctx, ticket, query) }
  })
  const isOpening = query.cursor === undefined && query.pageNumber === 1
  if (isOpening) noteOpened(ctx, ticket)
  return page
}

function readPage(ctx: CompanyContext, ticket: TicketRow, query: ListMessagesQuery): MessagePage {
  const tickets = listConversationTickets(ctx, ticket, query.selectedQueues)
  const skipped = query.cursor === undefined ? (query.pageNumber - 1) * pageSize : 0
  const found = newestBefore(ctx, tickets, readCursor(query.cursor), skipped + pageSize + 1).slice(skipped)
  const newestFirst = presentMessages(
    ctx,
    found.slice(0, pageSize).map(({ id }) => id),
  )
  const page = newestFirst.slice(0, countWithin(newestFirst, query.textMax))
  const last = found[page.length - 1]
  const hasMore = found.length > page.length
  return {
    messages: page.reverse(),
    hasMore,
    nextCursor: hasMore && last ? `${last.at}.${last.id}` : null,
  }
}

/** Returns how many of the messages have at most `textMax` characters together. */
function countWithin(messages: readonly { body: string }[], textMax = Infinity) {
  let characters = 0
  const end = messages.findIndex(({ body }) => (characters += body.length) > textMax)
  return end === -1 ? messages.length : Math.max(end, leastMessages)
}

function readCursor(cursor: string | undefined): PageKey {
  const [at, id] = (cursor ?? '').split('.').map(Number)
  return { at: at || Number.MAX_SAFE_INTEGER, id: id || Number.MAX_SAFE_INTEGER }
}

/** An earlier ticket is only read for messages newer than the page's oldest. */
function newestBefore(ctx: CompanyContext, tickets: readonly TicketId[], before: PageKey, limit: number): PageKey[] {
  let found: PageKey[] = []
  for (const ticketId of tickets) {
    const leastMs = found.length < limit ? 0 : (found.at(-1)?.at ?? 0)
    const more = olderThan.all(ctx, { ticketId, beforeMs: before.at, beforeId: before.id, leastMs, limit })
    found = [...found, ...more].sort((a, b) => b.at - a.at || b.id - a.id).slice(0, limit)
  }
  return found
}

function noteOpened(ctx: CompanyContext, ticket: TicketRow) {
  if (isUnanswered(ticket.status)) noteSeen(ctx, ticket.id)
  else markConversationRead(ctx, ticket)
}

export function markConversationRead(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.unreadMessages > 0 && mayMarkRead(ctx.actor, ticket)) clearUnread(ctx, ticket.id)
  if (ticket.status !== 'closed' && sendsReadReceipt(ctx.actor, ticket)) queueReadMarks(ctx, ticket)
}
