import { integer, text } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970 in the file. */
export const time = (name: string) => integer(name, { mode: 'timestamp_ms' })

export const flag = (name: string) => integer(name, { mode: 'boolean' })

export const recordColumns = {
  id: integer('id').primaryKey({ autoIncrement: true }),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
}

/** The name is taken under its `nameKey`. */
export const uniqueNameColumns = { name: text('name').notNull(), nameKey: text('name_key').notNull() }
