import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../database/columns'

/** Decides who may read the file. */
export type MediaKind =
  | 'message'
  | 'contact'
  | 'user'
  | 'connection'
  | 'file-list'
  | 'quick-message'
  | 'schedule'
  | 'internal-chat'
  | 'contact-import'
  | 'campaign'
  | 'flow'
  | 'agent'

export const mediaTable = sqliteTable('media', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  key: text('key').notNull(),
  kind: text('kind').$type<MediaKind>().notNull(),
  ownerId: integer('owner_id').notNull(),
  name: text('name').notNull(),
  /** Detected from the bytes. */
  type: text('type').notNull(),
  size: integer('size').notNull(),
  width: integer('width'),
  height: integer('height'),
  createdAt: time('created_at').notNull(),
})
