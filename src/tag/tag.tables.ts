import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'

export const tagTable = sqliteTable('tag', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  color: text('color').notNull(),
  /** True for a lane, used on tickets; false for a plain tag, used on contacts. */
  kanban: flag('kanban').notNull().default(false),
  position: integer('position').notNull().default(0),
  userId: integer('user_id'),
  timeLane: integer('time_lane').notNull().default(0),
  nextLaneId: integer('next_lane_id'),
  rollbackLaneId: integer('rollback_lane_id'),
  greetingMessageLane: text('greeting_message_lane').notNull().default(''),
  daysForRemarketing: integer('days_for_remarketing').notNull().default(0),
  hourRemarketing: text('hour_remarketing').notNull().default(''),
  messageRemarketing: text('message_remarketing').notNull().default(''),
  connectionIdRemarketing: integer('connection_id_remarketing'),
  tagIdAfterRemarketing: integer('tag_id_after_remarketing'),
  contacts: integer('contacts').notNull().default(0),
  tickets: integer('tickets').notNull().default(0),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const contactTagTable = sqliteTable(
  'contact_tag',
  { contactId: integer('contact_id').notNull(), tagId: integer('tag_id').notNull() },
  (table) => [primaryKey({ columns: [table.contactId, table.tagId] })],
)

export const ticketTagTable = sqliteTable(
  'ticket_tag',
  {
    ticketId: integer('ticket_id').notNull(),
    tagId: integer('tag_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.tagId] })],
)
