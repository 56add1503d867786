import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../kernel/database/columns'

/** A Facebook page, or the Instagram account linked to it, of one connection. */
export const pageAccountTable = sqliteTable('page_account', {
  connectionId: integer('connection_id').primaryKey(),
  pageId: text('page_id').notNull(),
  name: text('name').notNull(),
  /** Of the Instagram account; empty for pages. */
  username: text('username').notNull().default(''),
  /** The page's, encrypted; empty after a user disconnected it. */
  token: text('token').notNull(),
  /** Whether Meta lets people of the company answer for seven days. */
  humanAgent: flag('human_agent').notNull().default(false),
  /** Whether comments below posts become messages. */
  takesComments: flag('takes_comments').notNull().default(false),
  tokenExpiresAt: time('token_expires_at'),
  /** When Meta's first event arrived. */
  verifiedAt: time('verified_at'),
  updatedAt: time('updated_at').notNull(),
})
