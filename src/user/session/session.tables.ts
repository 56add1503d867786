import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'

export const sessionTable = sqliteTable('session', {
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  previousHash: text('previous_hash'),
  rotatedAt: time('rotated_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
  address: text('address').notNull().default(''),
  deviceHash: text('device_hash').notNull().default(''),
})
