import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../kernel/database/columns'
import type { AnnouncementPriority } from './announcement.contract'

export const announcementTable = sqliteTable('announcement', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  text: text('text').notNull(),
  priority: integer('priority').$type<AnnouncementPriority>().notNull().default(3),
  status: flag('status').notNull().default(true),
  mediaPath: text('media_path'),
  mediaName: text('media_name'),
  /** When it was last made active. */
  publishedAt: time('published_at').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const announcementSeenTable = sqliteTable(
  'announcement_seen',
  {
    companyId: integer('company_id').notNull(),
    userId: integer('user_id').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] })],
)
