import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { SentExternalMessage } from './external-message.calls'
import { messageStatuses } from './external-message.contract'

export const apiRequestTable = sqliteTable(
  'api_request',
  {
    connectionId: integer('connection_id').notNull(),
    key: text('key').notNull(),
    hash: text('hash').notNull(),
    answer: text('answer', { mode: 'json' }).$type<SentExternalMessage>().notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.key] })],
)

export const reportedMessageTable = sqliteTable('reported_message', {
  messageId: integer('message_id').primaryKey(),
  connectionId: integer('connection_id').notNull(),
  status: text('status', { enum: messageStatuses }).notNull().default('queued'),
  /** Null until the first change. */
  at: time('at'),
})
