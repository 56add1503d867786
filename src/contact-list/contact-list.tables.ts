import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'

export const contactListTable = sqliteTable('contact_list', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  /** Maintained by triggers. */
  items: integer('items').notNull().default(0),
  valid: integer('valid').notNull().default(0),
  invalid: integer('invalid').notNull().default(0),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const contactListItemTable = sqliteTable('contact_list_item', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  listId: integer('list_id').notNull(),
  name: text('name').notNull(),
  number: text('number').notNull(),
  /** See `phoneKey`. */
  phoneKey: text('phone_key').notNull(),
  email: text('email').notNull().default(''),
  /** Null until verified. */
  isValid: flag('is_valid'),
  checkedAt: time('checked_at'),
  extra: text('extra', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  searchText: text('search_text').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
