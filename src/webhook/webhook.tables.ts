import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import { deliveryStates } from '../platform/webhook-log.tables'

export const webhookDeliveryTable = sqliteTable('webhook_delivery', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  target: text('target').notNull(),
  event: text('event').notNull(),
  /** A ticket's keep their order. */
  ticketId: integer('ticket_id'),
  /** Deleted before the row. */
  body: text('body'),
  state: text('state', { enum: deliveryStates }).notNull().default('queued'),
  attempts: integer('attempts').notNull().default(0),
  nextAt: time('next_at').notNull(),
  lastStatus: integer('last_status'),
  lastError: text('last_error').notNull().default(''),
  durationMs: integer('duration_ms'),
  createdAt: time('created_at').notNull(),
  attemptedAt: time('attempted_at'),
})

/** Position in the event log. */
export const webhookCursorTable = sqliteTable('webhook_cursor', {
  target: text('target').primaryKey(),
  eventNumber: integer('event_number').notNull(),
})

export const companyWebhookTable = sqliteTable('company_webhook', {
  id: integer('id').primaryKey(),
  url: text('url').notNull().default(''),
  withTexts: flag('with_texts').notNull().default(true),
  secret: text('secret').notNull().default(''),
})

export const connectionWebhookTable = sqliteTable('connection_webhook', {
  connectionId: integer('connection_id').primaryKey(),
  url: text('url').notNull().default(''),
  secret: text('secret').notNull().default(''),
})

/** See `failure-pause.ts`. */
export const webhookFailureTable = sqliteTable('webhook_failure', {
  target: text('target').primaryKey(),
  failures: integer('failures').notNull(),
  pausedUntilMs: integer('paused_until').notNull(),
  isAnnounced: flag('is_announced').notNull(),
})
