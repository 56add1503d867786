import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import { assignmentModes } from './assignment-mode.contract'
import type { QueueSla } from './sla/queue-sla.contract'
import type { DaySchedule } from './hours/opening-hours.contract'

export const queueTable = sqliteTable('queue', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  color: text('color').notNull(),
  greetingMessage: text('greeting_message').notNull().default(''),
  outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
  orderQueue: integer('order_queue').notNull().default(0),
  ativarRoteador: flag('ativar_roteador').notNull().default(false),
  /** Minutes. */
  tempoRoteador: integer('tempo_roteador').notNull().default(0),
  assignmentMode: text('assignment_mode', { enum: assignmentModes }).notNull().default('none'),
  /** 0: no limit. */
  ticketsPerAgent: integer('tickets_per_agent').notNull().default(0),
  lastAgentFirst: flag('last_agent_first').notNull().default(false),
  /** 0: never. */
  reassignMinutes: integer('reassign_minutes').notNull().default(0),
  closeTicket: flag('close_ticket').notNull().default(false),
  createTicketSendNotificationWAUser: flag('create_ticket_send_notification').notNull().default(false),
  messageNotification: text('message_notification').notNull().default(''),
  integrationId: integer('integration_id'),
  fileListId: integer('file_list_id'),
  chatbotCount: integer('chatbot_count').notNull().default(0),
  lostTargetCount: integer('lost_target_count').notNull().default(0),
  schedules: text('schedules', { mode: 'json' }).$type<DaySchedule[]>().notNull().default([]),
  /** Null: no promises. */
  sla: text('sla', { mode: 'json' }).$type<QueueSla>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
