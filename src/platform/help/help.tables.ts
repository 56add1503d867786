import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'

export const helpTable = sqliteTable('help', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** YouTube's id of the video. */
  video: text('video').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
