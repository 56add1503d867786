import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import { notificationKinds } from './notification.contract'

export const notificationTable = sqliteTable('notification', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  ticketId: integer('ticket_id').notNull(),
  kind: text('kind', { enum: notificationKinds }).notNull(),
  fromUserId: integer('from_user_id'),
  messageId: integer('message_id'),
  text: text('text').notNull(),
  createdAt: time('created_at').notNull(),
})

export const seenWaitingTable = sqliteTable('seen_waiting', {
  userId: integer('user_id').primaryKey(),
  until: time('until').notNull(),
})
