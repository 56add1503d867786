import { integer, text } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970 in the file, a Date in the code. */
export const time = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** 0 or 1 in the file, a boolean in the code. */
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** Of every record. */
export const recordColumns = {
  id: integer('id').primaryKey({ autoIncrement: true }),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
}

/** A name and the key under which it is taken, see `nameKey`. */
export const uniqueNameColumns = { name: text('name').notNull(), nameKey: text('name_key').notNull() }
