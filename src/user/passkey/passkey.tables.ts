import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../kernel/database/columns'

export const passkeyTable = sqliteTable('passkey', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  /** base64url, like the public key. */
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: integer('counter').notNull(),
  host: text('host').notNull(),
  userAgent: text('user_agent').notNull(),
  /** ms since 1970. */
  lastChallengeAt: integer('last_challenge_at').notNull().default(0),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
})
