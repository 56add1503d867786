import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channelNames } from '../channel/channel-rules.contract'
import { flag, time } from '../kernel/database/columns'
import type { DaySchedule } from '../queue/hours/opening-hours.contract'
import type { ConnectionOptions, ConnectionStatus } from './connection.contract'

export const connectionTable = sqliteTable('connection', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** See `nameKey`. */
  nameKey: text('name_key').notNull(),
  channel: text('channel', { enum: channelNames }).notNull().default('whatsapp'),
  provider: text('provider').notNull().default('beta'),
  number: text('number').notNull().default(''),
  lid: text('lid').notNull().default(''),
  /** The provider's account id, such as a page id; empty for channels with a session. */
  accountId: text('account_id').notNull().default(''),
  status: text('status').$type<ConnectionStatus>().notNull().default('DISCONNECTED'),
  qrcode: text('qrcode').notNull().default(''),
  pairingCode: text('pairing_code').notNull().default(''),
  retries: integer('retries').notNull().default(0),
  lastError: text('last_error').notNull().default(''),
  retryAt: integer('retry_at'),
  providerWarning: text('provider_warning').notNull().default(''),
  warnedAt: time('warned_at'),
  wanted: flag('wanted').notNull().default(false),
  lastMessageAt: time('last_message_at').notNull().default(new Date(0)),
  isDefault: flag('is_default').notNull().default(false),
  /** Sealed. */
  token: text('token').notNull(),
  /** Empty until a token of an earlier release is sealed. */
  tokenHash: text('token_hash').notNull().default(''),
  allowGroup: flag('allow_group').notNull().default(false),
  groupAsTicket: flag('group_as_ticket').notNull().default(false),
  greetingMessage: text('greeting_message').notNull().default(''),
  complationMessage: text('complation_message').notNull().default(''),
  outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
  ratingMessage: text('rating_message').notNull().default(''),
  greetingMediaId: integer('greeting_media_id'),
  timeCreateNewTicket: integer('time_create_new_ticket').notNull().default(0),
  options: text('options', { mode: 'json' }).$type<ConnectionOptions>().notNull(),
  schedules: text('schedules', { mode: 'json' }).$type<DaySchedule[]>().notNull().default([]),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const connectionQueueTable = sqliteTable(
  'connection_queue',
  { connectionId: integer('connection_id').notNull(), queueId: integer('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.connectionId, table.queueId] })],
)

export const inboundEventTable = sqliteTable(
  'inbound_event',
  {
    connectionId: integer('connection_id').notNull(),
    id: integer('id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    retryAt: time('retry_at').notNull().default(new Date(0)),
    error: text('error'),
    createdAt: time('created_at').notNull(),
    payload: text('payload').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.id] })],
)

export const missingMessageTable = sqliteTable(
  'missing_message',
  {
    connectionId: integer('connection_id').notNull(),
    providerId: text('provider_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    retryAt: time('retry_at').notNull(),
    createdAt: time('created_at').notNull(),
    request: text('request').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.providerId] })],
)
