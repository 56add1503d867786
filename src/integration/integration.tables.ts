import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'
import { integrationLanguages, integrationTypes } from './integration.contract'

export const integrationTable = sqliteTable('queue_integration', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  type: text('type', { enum: integrationTypes }).notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  projectName: text('project_name').notNull().default(''),
  /** Sealed. */
  jsonContent: text('json_content').notNull().default(''),
  language: text('language', { enum: integrationLanguages }).notNull().default('pt-BR'),
  urlN8N: text('url_n8n').notNull().default(''),
  /** Signs the calls of n8n and webhooks; empty for unsigned ones. Sealed. */
  secret: text('secret').notNull().default(''),
  typebotSlug: text('typebot_slug').notNull().default(''),
  typebotDelayMessage: integer('typebot_delay_message').notNull().default(1000),
  /** Since the session began; 0 for never. */
  typebotExpires: integer('typebot_expires').notNull().default(1),
  typebotKeywordFinish: text('typebot_keyword_finish').notNull().default(''),
  typebotKeywordRestart: text('typebot_keyword_restart').notNull().default(''),
  typebotRestartMessage: text('typebot_restart_message').notNull().default(''),
  typebotUnknownMessage: text('typebot_unknown_message').notNull().default(''),
  flowId: integer('flow_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
