import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { SentExternalMessage } from './external-message.calls'

export const apiRequestTable = sqliteTable(
  'api_request',
  {
    connectionId: integer('connection_id').notNull(),
    key: text('key').notNull(),
    hash: text('hash').notNull(),
    answer: text('answer', { mode: 'json' }).$type<SentExternalMessage>().notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.key] })],
)
