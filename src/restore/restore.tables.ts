import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'

export const restoreTable = sqliteTable('restore', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Null when only the copy is known, not its moment. */
  stateOf: time('state_of'),
  restoredAt: time('restored_at').notNull(),
  /** Nothing is held any more. */
  isSettled: flag('is_settled').notNull().default(false),
})
