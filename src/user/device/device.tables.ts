import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../kernel/database/columns'

export const knownDeviceTable = sqliteTable(
  'known_device',
  {
    userId: integer('user_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    createdAt: time('created_at').notNull(),
    lastAt: time('last_at').notNull(),
    isNew: flag('is_new').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)
