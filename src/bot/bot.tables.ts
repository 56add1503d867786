import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { BotRecordKind } from '../queue/queue.queries'

export const botErrorTable = sqliteTable('bot_error', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind').$type<BotRecordKind>().notNull(),
  ownerId: integer('owner_id').notNull(),
  ticketId: integer('ticket_id'),
  at: time('at').notNull(),
  code: text('code').notNull(),
  message: text('message').notNull(),
})
