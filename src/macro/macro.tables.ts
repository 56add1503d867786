import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import type { MacroStep } from './macro.contract'

export const macroTable = sqliteTable('macro', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  shared: flag('shared').notNull().default(false),
  /** Its owner; null when that user was deleted. */
  userId: integer('user_id'),
  steps: text('steps', { mode: 'json' }).$type<MacroStep[]>().notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const macroRunTable = sqliteTable(
  'macro_run',
  {
    ticketId: integer('ticket_id').notNull(),
    key: text('key').notNull(),
    macroId: integer('macro_id').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.key] })],
)
