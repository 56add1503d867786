import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

/** Answers to requests with an `Idempotency-Key`. */
export const apiRequestTable = sqliteTable(
  'api_request',
  {
    connectionId: integer('connection_id').notNull(),
    key: text('key').notNull(),
    hash: text('hash').notNull(),
    /** As JSON. */
    answer: text('answer').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.key] })],
)
