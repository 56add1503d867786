import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const settingTable = sqliteTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
