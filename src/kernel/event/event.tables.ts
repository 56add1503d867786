import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../database/columns'

export const eventTable = sqliteTable('event', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  type: text('type').notNull(),
  at: time('at').notNull(),
  userId: integer('user_id'),
  ticketId: integer('ticket_id'),
  messageId: integer('message_id'),
  contactId: integer('contact_id'),
  data: text('data'),
})
