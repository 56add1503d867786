import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../../kernel/database/columns'
import { chatbotKinds } from './chatbot.contract'

export const chatbotTable = sqliteTable('chatbot', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  queueId: integer('queue_id').notNull(),
  parentId: integer('parent_id'),
  /** Number in the menu minus one. */
  position: integer('position').notNull(),
  name: text('name').notNull(),
  greetingMessage: text('greeting_message').notNull().default(''),
  queueType: text('queue_type', { enum: chatbotKinds }).notNull().default('text'),
  closeTicket: flag('close_ticket').notNull().default(false),
  optQueueId: integer('opt_queue_id'),
  optUserId: integer('opt_user_id'),
  optIntegrationId: integer('opt_integration_id'),
  optFileId: integer('opt_file_id'),
  lostTarget: flag('lost_target').notNull().default(false),
})
