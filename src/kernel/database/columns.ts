import { integer } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970 in the file, a Date in the code. */
export const time = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** 0 or 1 in the file, a boolean in the code. */
export const flag = (name: string) => integer(name, { mode: 'boolean' })
