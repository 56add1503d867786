import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../kernel/database/columns'
import type { MessageImportState } from '../connection.contract'

export const messageImportTable = sqliteTable('message_import', {
  connectionId: integer('connection_id').primaryKey(),
  state: text('state').$type<MessageImportState>().notNull(),
  since: time('since').notNull(),
  until: time('until').notNull(),
  withGroups: flag('with_groups').notNull(),
  queueId: integer('queue_id'),
  closes: flag('closes').notNull(),
  seenAt: time('seen_at').notNull(),
  received: integer('received').notNull().default(0),
  filed: integer('filed').notNull().default(0),
  newestAt: time('newest_at').notNull().default(new Date(0)),
  filedAt: time('filed_at').notNull().default(new Date(0)),
  startedAt: time('started_at'),
  receivedAt: time('received_at'),
  closable: flag('closable').notNull().default(false),
  dismissed: flag('dismissed').notNull().default(false),
  /** Why a part was given up, in the provider's words; empty when nothing was. */
  error: text('error').notNull().default(''),
})

export const historyNoticeTable = sqliteTable(
  'history_notice',
  {
    connectionId: integer('connection_id').notNull(),
    id: text('id').notNull(),
    done: integer('done').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    retryAt: time('retry_at').notNull().default(new Date(0)),
    createdAt: time('created_at').notNull(),
    notice: text('notice').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.id] })],
)

export const historyMessageTable = sqliteTable(
  'history_message',
  {
    connectionId: integer('connection_id').notNull(),
    id: integer('id').notNull(),
    payload: text('payload').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.id] })],
)
