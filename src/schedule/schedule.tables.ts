import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import type { TemplateChoice } from '../template/template.contract'
import { scheduleStatuses, ticketStatusChoices } from './schedule.contract'

export const scheduleTable = sqliteTable('schedule', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  contactId: integer('contact_id').notNull(),
  /** Null for the default at the time of sending. */
  connectionId: integer('connection_id'),
  userId: integer('user_id'),
  body: text('body').notNull(),
  searchText: text('search_text').notNull().default(''),
  template: text('template', { mode: 'json' }).$type<TemplateChoice>(),
  mediaId: integer('media_id'),
  status: text('status', { enum: scheduleStatuses }).notNull().default('PENDENTE'),
  /** Why it, or its last sending, failed. */
  error: text('error').notNull().default(''),
  /** The next time, or the last one when finished. */
  sendAt: time('send_at').notNull(),
  sentAt: time('sent_at'),
  messageId: integer('message_id'),
  startsAt: time('starts_at').notNull(),
  step: integer('step').notNull().default(0),
  sentTimes: integer('sent_times').notNull().default(0),
  enviarQuantasVezes: integer('enviar_quantas_vezes').notNull().default(1),
  intervalo: integer('intervalo').notNull().default(1),
  valorIntervalo: integer('valor_intervalo').notNull().default(0),
  tipoDias: integer('tipo_dias').notNull().default(4),
  assinar: flag('assinar').notNull().default(false),
  openTicket: flag('open_ticket').notNull().default(false),
  statusTicket: text('status_ticket', { enum: ticketStatusChoices }).notNull().default('closed'),
  queueId: integer('queue_id'),
  ticketUserId: integer('ticket_user_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
