import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { messageStatuses } from './external-message.contract'

export const reportedMessageTable = sqliteTable('reported_message', {
  messageId: integer('message_id').primaryKey(),
  connectionId: integer('connection_id').notNull(),
  /** The last reported status; initially that of the response. */
  status: text('status', { enum: messageStatuses }).notNull().default('queued'),
})
