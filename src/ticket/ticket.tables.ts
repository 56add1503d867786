import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channelNames } from '../channel/channel-rules.contract'
import { flag, time } from '../kernel/database/columns'
import { slaKinds } from '../queue/sla/queue-sla.contract'
import type { BotState } from './bot-state.contract'
import { ticketPriorities } from './ticket-priority.contract'
import { ticketStatuses } from './ticket-status'

export const ticketTable = sqliteTable('ticket', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  status: text('status', { enum: ticketStatuses }).notNull(),
  contactId: integer('contact_id').notNull(),
  connectionId: integer('connection_id'),
  channel: text('channel', { enum: channelNames }).notNull().default('whatsapp'),
  queueId: integer('queue_id'),
  userId: integer('user_id'),
  isGroup: flag('is_group').notNull().default(false),
  unreadMessages: integer('unread_messages').notNull().default(0),
  lastMessage: text('last_message').notNull().default(''),
  lastMessageId: integer('last_message_id'),
  startedByUs: flag('started_by_us').notNull().default(false),
  isBot: flag('is_bot').notNull().default(false),
  useIntegration: flag('use_integration').notNull().default(false),
  amountUsedBotQueues: integer('amount_used_bot_queues').notNull().default(0),
  imported: flag('imported').notNull().default(false),
  bornClosed: flag('born_closed').notNull().default(false),
  priority: text('priority', { enum: ticketPriorities }).notNull().default('normal'),
  amount: real('amount'),
  rating: integer('rating'),
  ratingUserId: integer('rating_user_id'),
  automation: text('automation', { mode: 'json' }).$type<BotState>(),
  greetingAcceptedAt: time('greeting_accepted_at'),
  /** Null for none. */
  snoozedUntil: time('snoozed_until'),
  /** Of its next promise. */
  dueKind: text('due_kind', { enum: slaKinds }),
  dueAt: time('due_at'),
  dueWarnAt: time('due_warn_at'),
  /** Who opened it last while it waits, since the contact's last message. */
  seenUserId: integer('seen_user_id'),
  queuedAt: time('queued_at'),
  startedAt: time('started_at'),
  closedAt: time('closed_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

/** What reports count of an erased contact's tickets. Reports read it under the name `ticket`. */
export const erasedTicketTable = sqliteTable('erased_ticket', {
  id: integer('id').primaryKey(),
  status: text('status', { enum: ticketStatuses }).notNull().default('closed'),
  /** Always null. */
  contactId: integer('contact_id'),
  connectionId: integer('connection_id'),
  queueId: integer('queue_id'),
  userId: integer('user_id'),
  channel: text('channel', { enum: channelNames }).notNull(),
  startedByUs: flag('started_by_us').notNull(),
  imported: flag('imported').notNull(),
  bornClosed: flag('born_closed').notNull(),
  rating: integer('rating'),
  startedAt: time('started_at'),
  closedAt: time('closed_at'),
  createdAt: time('created_at').notNull(),
})

/** Their lanes, and the tags of the contact. */
export const erasedTicketTagTable = sqliteTable(
  'erased_ticket_tag',
  { ticketId: integer('ticket_id').notNull(), tagId: integer('tag_id').notNull() },
  (table) => [primaryKey({ columns: [table.ticketId, table.tagId] })],
)

export const ticketCountTable = sqliteTable(
  'ticket_count',
  {
    status: text('status', { enum: ticketStatuses }).notNull(),
    /** 0: unassigned. */
    userId: integer('user_id').notNull(),
    /** 0: none. */
    queueId: integer('queue_id').notNull(),
    snoozed: flag('snoozed').notNull(),
    tickets: integer('tickets').notNull(),
    unread: integer('unread').notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.userId, table.queueId, table.snoozed] })],
)

export const assignmentTurnTable = sqliteTable(
  'assignment_turn',
  { queueId: integer('queue_id').notNull(), userId: integer('user_id').notNull(), turn: integer('turn').notNull() },
  (table) => [primaryKey({ columns: [table.queueId, table.userId] })],
)

export const ticketNoticeTable = sqliteTable(
  'ticket_notice',
  {
    ticketId: integer('ticket_id').notNull(),
    kind: text('kind').notNull(),
    times: integer('times').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.kind] })],
)

export const ticketNoteTable = sqliteTable('ticket_note', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  note: text('note').notNull(),
  ticketId: integer('ticket_id').notNull(),
  contactId: integer('contact_id').notNull(),
  userId: integer('user_id'),
  createdAt: time('created_at').notNull(),
})
