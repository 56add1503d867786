import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

export interface StoredOption {
  id: number
  name: string
  /** Null until the file is uploaded. */
  file: { mediaId: number; key: string; name: string; type: string; size: number } | null
}

export const fileListTable = sqliteTable('file_list', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  message: text('message').notNull(),
  userId: integer('user_id'),
  /** In sending order. */
  options: text('options', { mode: 'json' }).$type<StoredOption[]>().notNull().default([]),
  /** The highest id that an option has had, so that none is used again. */
  lastOptionId: integer('last_option_id').notNull().default(0),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
