import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Rows of other tables, kept until a person releases or discards them. */
export const heldRowTable = sqliteTable('held_row', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind').notNull(),
  source: text('source').notNull(),
  row: text('row').notNull(),
})
