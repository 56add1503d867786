import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../kernel/database/columns'

export const cloudAccountTable = sqliteTable('cloud_account', {
  connectionId: integer('connection_id').primaryKey(),
  phoneNumberId: text('phone_number_id').notNull(),
  businessAccountId: text('business_account_id').notNull(),
  token: text('token').notNull(),
  appSecret: text('app_secret').notNull().default(''),
  webhookKey: text('webhook_key').notNull(),
  verifyToken: text('verify_token').notNull(),
  displayNumber: text('display_number').notNull().default(''),
  verifiedName: text('verified_name').notNull().default(''),
  /** GREEN, YELLOW, RED or UNKNOWN; empty before the first check. */
  quality: text('quality').notNull().default(''),
  /** Such as TIER_1K: conversations that the business may begin within 24 hours. */
  tier: text('tier').notNull().default(''),
  isInApp: flag('is_in_app').notNull().default(false),
  /** Why there is none; empty without an error. */
  historyError: text('history_error').notNull().default(''),
  /** Meta verified the address or sent something signed. */
  verifiedAt: time('verified_at'),
  reportedError: text('reported_error').notNull().default(''),
  reportedAt: time('reported_at'),
  updatedAt: time('updated_at').notNull(),
})

export const cloudChargeTable = sqliteTable(
  'cloud_charge',
  {
    connectionId: integer('connection_id').notNull(),
    /** YYYY-MM in the company's time zone. */
    month: text('month').notNull(),
    category: text('category').notNull(),
    isBillable: flag('is_billable').notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.month, table.category, table.isBillable] })],
)
