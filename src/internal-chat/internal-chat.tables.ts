import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../kernel/database/columns'

export const chatTable = sqliteTable('chat', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  title: text('title').notNull(),
  ownerId: integer('owner_id').notNull(),
  lastMessage: text('last_message').notNull().default(''),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const chatUserTable = sqliteTable(
  'chat_user',
  {
    userId: integer('user_id').notNull(),
    chatId: integer('chat_id').notNull(),
    unreads: integer('unreads').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.chatId] })],
)

export const chatMessageTable = sqliteTable('chat_message', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  chatId: integer('chat_id').notNull(),
  senderId: integer('sender_id'),
  message: text('message').notNull().default(''),
  mediaId: integer('media_id'),
  clientId: text('client_id'),
  createdAt: time('created_at').notNull(),
  editedAt: time('edited_at'),
  deletedAt: time('deleted_at'),
})
