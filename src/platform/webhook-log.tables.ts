import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

export const deliveryStates = ['queued', 'sent', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const webhookLogTable = sqliteTable('webhook_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  deliveryId: text('delivery_id').notNull(),
  companyId: integer('company_id'),
  event: text('event').notNull(),
  state: text('state', { enum: deliveryStates }).notNull(),
  attempts: integer('attempts').notNull(),
  status: integer('status'),
  error: text('error').notNull().default(''),
  durationMs: integer('duration_ms'),
  createdAt: time('created_at').notNull(),
  attemptedAt: time('attempted_at').notNull(),
})
