import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { LongWork } from '../company/batches'
import type { CompanyContext } from '../company/company-context'
import type { ContactId, MessageId, TicketId } from '../ids'

export interface Person {
  readonly contactId: ContactId
  readonly name: string
  /** Digits, with and without Brazil's ninth digit. */
  readonly numbers: readonly string[]
  /** See `phoneKey`; of contacts without a number, see `suppression`. */
  readonly phoneKeys: readonly string[]
  /** All values of identities: numbers, LIDs, ids that providers gave. */
  readonly addresses: readonly string[]
  readonly ticketIds: readonly TicketId[]
  /** In groups. With `of: 'message'`, some of all. */
  readonly messageIds: readonly MessageId[]
}

/** How a table holds something about contacts. Each table is named by a domain or in `tables-without-people.ts`. */
export interface PersonRows {
  readonly table: SQLiteTable
  readonly match: (person: Person) => SQL | undefined
  /** Matched by some of her messages at a time. */
  readonly of?: 'message'
  /** Without an index: one key of the other table at a time. */
  readonly within?: { readonly parent: SQLiteColumn | 'connection'; readonly column: SQLiteColumn }
  /** Without an index: some keys at a time. */
  readonly walk?: SQLiteColumn
  /** `rows`: deleted. `cascade`: with contact, ticket or message. `work`: see `erase`. `set`: new values of columns; others are figures. */
  readonly erase:
    'rows' | 'cascade' | 'work' | { readonly set: Readonly<Record<string, unknown>>; readonly keeps: readonly string[] }
  /** Erased in the transaction that begins, too, such as what sends messages by itself. */
  readonly atOnce?: true
  /** Why it is not in the archive. */
  readonly unreadable?: string
}

export interface PersonData {
  readonly rows: readonly PersonRows[]
  /** In the transaction that begins an erasure, while her addresses are still known. */
  readonly begin?: (ctx: CompanyContext, person: Person) => void
  /** After the rows of every domain, later domains first. Continues after a stop. */
  readonly erase?: readonly ((ctx: CompanyContext, person: Person) => LongWork<any>)[]
}
