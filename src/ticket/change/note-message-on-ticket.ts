import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { MessageId, TicketId } from '../../kernel/ids'
import type { TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

export interface NotedMessage {
  messageId: MessageId
  preview: string
  at: Date
  /** `add` for a contact's, `clear` for a reply. */
  unread: 'add' | 'clear' | 'keep'
}

const previewLengthMax = 255

const { id, lastMessageId, unreadMessages, updatedAt } = ticketTable

type Noted = { id: TicketId; messageId: MessageId; preview: string }

const noting = (more: SQLiteUpdateSetSource<typeof ticketTable>) =>
  statement((db, v: Noted & { at: Date }) =>
    db
      .update(ticketTable)
      .set({
        lastMessage: v.preview,
        lastMessageId: v.messageId,
        updatedAt: sql`max(${updatedAt}, ${v.at})`,
        ...more,
      })
      .where(eq(id, v.id)),
  )

const added = { unreadMessages: sql`${unreadMessages} + 1`, seenUserId: null }

const note = {
  add: noting(added),
  /** Apart, because SQLite writes every index of a column that is set. */
  wake: noting({ ...added, snoozedUntil: null }),
  clear: noting({ unreadMessages: 0 }),
  keep: noting({}),
}

/** No event: the message's own updates browsers. A contact's message ends a snooze. */
export function noteMessageOnTicket(
  ctx: CompanyContext,
  { id, snoozedUntil }: Pick<TicketRow, 'id' | 'snoozedUntil'>,
  { messageId, preview, at, unread }: NotedMessage,
) {
  const wakes = unread === 'add' && snoozedUntil !== null
  note[wakes ? 'wake' : unread].run(ctx, { id, messageId, preview: preview.slice(0, previewLengthMax), at })
}

const repreview = statement((db, v: Noted) =>
  db
    .update(ticketTable)
    .set({ lastMessage: v.preview })
    .where(and(eq(id, v.id), eq(lastMessageId, v.messageId))),
)

export function changeMessageOnTicket(ctx: CompanyContext, ticketId: TicketId, messageId: MessageId, preview: string) {
  repreview.run(ctx, { id: ticketId, messageId, preview: preview.slice(0, previewLengthMax) })
}

const replace = statement((db, v: Omit<Noted, 'messageId'> & { messageId: MessageId | null }) =>
  db.update(ticketTable).set({ lastMessage: v.preview, lastMessageId: v.messageId }).where(eq(id, v.id)),
)

export function replaceLastMessage(
  ctx: CompanyContext,
  ticketId: TicketId,
  newest: Pick<NotedMessage, 'messageId' | 'preview'> | undefined,
) {
  const preview = (newest?.preview ?? '').slice(0, previewLengthMax)
  replace.run(ctx, { id: ticketId, messageId: newest?.messageId ?? null, preview })
}
