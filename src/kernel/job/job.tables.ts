import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../database/columns'

export const jobTable = sqliteTable('job', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
  runAt: time('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  givenUp: flag('given_up').notNull().default(false),
  lastError: text('last_error'),
  dedupeKey: text('dedupe_key'),
  createdAt: time('created_at').notNull().default(new Date(0)),
  renewals: integer('renewals').notNull().default(0),
})
