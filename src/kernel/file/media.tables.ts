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
  /** The bytes are in the bucket, under this key, which copies share. Null: in the company’s folder. */
  objectKey: text('object_key'),
  createdAt: time('created_at').notNull(),
})

/** Files, by the id of their record, that are to be copied to the bucket. */
export const mediaUploadTable = sqliteTable('media_upload', { id: integer('id').primaryKey() })

export const mediaRemovalTable = sqliteTable('media_removal', { objectKey: text('object_key').primaryKey() })

/** A row: new files stay in the company’s folder, although there is a bucket. */
export const mediaInFolderTable = sqliteTable('media_in_folder', { only: integer('only').primaryKey() })
