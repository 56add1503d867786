import { integer } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970 in the file, a Date in the code. */
export const time = (name: string) => integer(name, { mode: 'timestamp_ms' })

export const flag = (name: string) => integer(name, { mode: 'boolean' })
