import { sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { startOfHour, timeZoneOf } from '../../kernel/time/time-zone'
import { pick } from '../../kernel/typed-object.contract'
import { messageCountTable, messageTable } from '../message.tables'
import type { MessageRow } from '../message.queries'
import { indexedTogether, indexUpTo } from '../search/index-messages'

const referring = [
  'ticketId',
  'connectionId',
  'providerId',
  'contactId',
  'userId',
  'quotedMessageId',
  'clientId',
] as const
const content = ['body', 'mediaType', 'data', 'providerData', 'fromMe', 'isPrivate', 'isForwarded'] as const
const written = [...referring, ...content, 'ack', 'sendState', 'sendAfter', 'createdAt'] as const

type Written = Pick<MessageRow, (typeof written)[number]>

interface NewMessage extends Omit<Written, 'sendAfter' | 'createdAt'> {
  isGroup: boolean
  sendAfter?: Date | null
  at: Date
  isHistory?: true
}

const statements = {
  insert: statement((db, row: Written) =>
    db
      .insert(messageTable)
      .values(pick(row, ...written))
      .onConflictDoNothing(),
  ),
  count: statement((db, of: { startsAt: number; fromMe: boolean; isGroup: boolean }) => {
    const { startsAt, fromMe, isGroup, messages } = messageCountTable
    return db
      .insert(messageCountTable)
      .values({ startsAt: of.startsAt, fromMe: of.fromMe, isGroup: of.isGroup, messages: 1 })
      .onConflictDoUpdate({ target: [startsAt, fromMe, isGroup], set: { messages: sql`${messages} + 1` } })
  }),
}

/** Undefined when its provider id or client id is known; a unique index decides. */
export function storeMessage(ctx: CompanyContext, message: NewMessage): MessageId | undefined {
  const { at, sendAfter = null, fromMe, isGroup } = message
  const { changes, lastInsertRowid } = statements.insert.run(ctx, { ...message, sendAfter, createdAt: at })
  if (changes === 0) return undefined
  const id = Number(lastInsertRowid)
  if (!message.isPrivate && !message.isHistory) {
    statements.count.run(ctx, { startsAt: startOfHour(at.getTime(), timeZoneOf(ctx)), fromMe, isGroup })
  }
  if (id % indexedTogether === 0) indexUpTo(ctx, id)
  return id
}
