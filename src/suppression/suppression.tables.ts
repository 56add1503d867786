import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import { suppressionSources } from './suppression.contract'

export const suppressionTable = sqliteTable('suppression', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** See `phoneKey`. */
  phoneKey: text('phone_key').notNull(),
  number: text('number').notNull(),
  name: text('name').notNull().default(''),
  source: text('source', { enum: suppressionSources }).notNull(),
  searchText: text('search_text').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
