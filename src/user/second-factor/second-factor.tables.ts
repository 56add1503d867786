import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'

export const totpTable = sqliteTable('totp', {
  userId: integer('user_id').primaryKey(),
  secret: text('secret').notNull(),
  lastStep: integer('last_step').notNull(),
  createdAt: time('created_at').notNull(),
})

export const recoveryCodeTable = sqliteTable(
  'recovery_code',
  { userId: integer('user_id').notNull(), salt: text('salt').notNull(), hash: text('hash').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)
