import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'

/** Mails that must not be sent twice. */
export const mailOnceTable = sqliteTable('mail_once', {
  key: text('key').primaryKey(),
  at: time('at').notNull(),
})
