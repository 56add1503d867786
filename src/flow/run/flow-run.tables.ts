import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../kernel/database/columns'

const flowTriggers = ['phrase', 'welcome', 'notPhrase', 'scheduled', 'manual', 'integration', 'rule'] as const
export type FlowTrigger = (typeof flowTriggers)[number]

export const flowRunTable = sqliteTable('flow_run', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id').notNull(),
  flowId: integer('flow_id').notNull(),
  version: integer('version').notNull(),
  nodeId: text('node_id').notNull(),
  element: integer('element').notNull(),
  waiting: text('waiting', { enum: ['answer', 'interval', 'turn'] }).notNull(),
  variables: text('variables', { mode: 'json' }).$type<Record<string, string>>().notNull(),
  /** Null while an answer is awaited. */
  resumeAt: time('resume_at'),
  steps: integer('steps').notNull(),
  tries: integer('tries').notNull(),
  trigger: text('trigger', { enum: flowTriggers }).notNull(),
  startedBy: integer('started_by'),
  startedAt: time('started_at').notNull(),
  /** Null once the flow has asked something. */
  firstMessageId: integer('first_message_id'),
})

export const flowCampaignTable = sqliteTable('flow_campaign', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  flowId: integer('flow_id').notNull(),
  /** Null for all. */
  connectionId: integer('connection_id'),
  phrase: text('phrase').notNull(),
  status: flag('status').notNull().default(true),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
