import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import type { FlowConnection, FlowNode } from './flow.contract'

export const flowTable = sqliteTable('flow', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** See `nameKey`. */
  nameKey: text('name_key').notNull(),
  active: flag('active').notNull().default(true),
  scheduledTimeRun: text('scheduled_time_run'),
  version: integer('version').notNull().default(1),
  /** Null when deleted. */
  updatedBy: integer('updated_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

/** A run keeps its version. */
export const flowVersionTable = sqliteTable(
  'flow_version',
  {
    flowId: integer('flow_id').notNull(),
    version: integer('version').notNull(),
    nodes: text('nodes', { mode: 'json' }).$type<FlowNode[]>().notNull(),
    connections: text('connections', { mode: 'json' }).$type<FlowConnection[]>().notNull(),
    at: time('at').notNull(),
    userId: integer('user_id'),
    nodeCount: integer('node_count').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.version] })],
)
