import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'
import type { Known } from '../find-person'

export const personErasureTable = sqliteTable('person_erasure', {
  contactId: integer('contact_id').primaryKey(),
  /** Null until it begins. */
  known: text('known', { mode: 'json' }).$type<Known>(),
  userId: integer('user_id'),
  createdAt: time('created_at').notNull(),
})
