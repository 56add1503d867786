import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import { messageStatuses } from './external-message.contract'

export const reportedMessageTable = sqliteTable('reported_message', {
  messageId: integer('message_id').primaryKey(),
  connectionId: integer('connection_id').notNull(),
  status: text('status', { enum: messageStatuses }).notNull().default('queued'),
  /** Null until the first change. */
  at: time('at'),
})
