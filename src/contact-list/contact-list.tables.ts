import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'

export const contactListTable = sqliteTable('contact_list', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  /** Counts of its items; maintained by triggers, never written directly. */
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
  /** Digits, country first. */
  number: text('number').notNull(),
  /** See `phoneKey`. */
  phoneKey: text('phone_key').notNull(),
  email: text('email').notNull().default(''),
  /** Whether the number has an account; null until it was verified. */
  isValid: flag('is_valid'),
  checkedAt: time('checked_at'),
  /** Further columns of the spreadsheet by their titles. */
  extra: text('extra', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  searchText: text('search_text').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
