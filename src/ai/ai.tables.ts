import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const aiUsageTable = sqliteTable(
  'ai_usage',
  {
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    ownerKind: text('owner_kind').$type<'prompt' | 'agent' | 'provider'>().notNull(),
    ownerId: integer('owner_id').notNull(),
    requests: integer('requests').notNull(),
    tokensIn: integer('tokens_in').notNull(),
    tokensOut: integer('tokens_out').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.ownerKind, table.ownerId] })],
)
