import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import type { PushKind } from './push.contract'

export const pushDeviceTable = sqliteTable('push_device', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  endpointHash: text('endpoint_hash').notNull(),
  subscription: text('subscription').notNull(),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull(),
  lastSuccessAt: time('last_success_at'),
})

export const pushChoiceTable = sqliteTable('push_choice', {
  userId: integer('user_id').primaryKey(),
  offKinds: text('off_kinds', { mode: 'json' }).$type<readonly PushKind[]>().notNull(),
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
})
