import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'

export const quickMessageTable = sqliteTable('quick_message', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  shortcode: text('shortcode').notNull(),
  message: text('message').notNull().default(''),
  geral: flag('geral').notNull().default(false),
  visao: flag('visao').notNull().default(false),
  /** Its owner; null when that user was deleted. */
  userId: integer('user_id'),
  mediaId: integer('media_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
