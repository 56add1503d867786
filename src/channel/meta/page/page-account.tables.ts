import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../kernel/database/columns'

export const pageAccountTable = sqliteTable('page_account', {
  connectionId: integer('connection_id').primaryKey(),
  pageId: text('page_id').notNull(),
  name: text('name').notNull(),
  username: text('username').notNull().default(''),
  /** The page's, encrypted; empty after a user disconnected it. */
  token: text('token').notNull(),
  humanAgent: flag('human_agent').notNull().default(false),
  takesComments: flag('takes_comments').notNull().default(false),
  tokenExpiresAt: time('token_expires_at'),
  verifiedAt: time('verified_at'),
  updatedAt: time('updated_at').notNull(),
})
