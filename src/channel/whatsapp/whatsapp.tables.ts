import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag } from '../../kernel/database/columns'

export const whatsappKeyTable = sqliteTable(
  'whatsapp_key',
  {
    connectionId: integer('connection_id').notNull(),
    category: text('category').notNull(),
    id: text('id').notNull(),
    value: blob('value', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.category, table.id] })],
)

export const whatsappAddressBookTable = sqliteTable(
  'whatsapp_address_book',
  {
    connectionId: integer('connection_id').notNull(),
    kind: text('kind', { enum: ['phone', 'lid'] }).notNull(),
    value: text('value').notNull(),
    /** The phone of a LID and the LID of a phone. */
    other: text('other').notNull().default(''),
    /** As saved on the phone. */
    name: text('name').notNull().default(''),
    hasChat: flag('has_chat').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.kind, table.value] })],
)
