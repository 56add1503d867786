import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { TemplatePart } from '../channel/channel'

export const templateTable = sqliteTable('template', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  connectionId: integer('connection_id').notNull(),
  providerId: text('provider_id').notNull(),
  name: text('name').notNull(),
  language: text('language').notNull(),
  category: text('category').notNull(),
  status: text('status').notNull(),
  reason: text('reason').notNull().default(''),
  quality: text('quality').notNull().default(''),
  components: text('components', { mode: 'json' }).$type<TemplatePart[]>().notNull(),
  seenAt: time('seen_at').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const templateSyncTable = sqliteTable('template_sync', {
  connectionId: integer('connection_id').primaryKey(),
  syncedAt: time('synced_at'),
  /** The provider's sentence; empty after a success. */
  error: text('error').notNull().default(''),
})
