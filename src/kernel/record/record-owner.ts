import { eq, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Actor, actingUserId } from '../company/actor'
import type { CompanyContext } from '../company/company-context'
import type { RecordTable } from './record-table'

/** Each record is read by the user of its column `userId`, and by everyone while one of some columns is true. */
export interface OwnedRecords<Table extends RecordTable> {
  sharedBy: readonly (string & keyof Table['$inferSelect'])[]
  users(ctx: CompanyContext): readonly { id: number }[]
}

export interface Ownership {
  userId: number | null
  shared: boolean
}

export function ownersOf<Table extends RecordTable>(table: Table, { sharedBy, users }: OwnedRecords<Table>) {
  const columns = table as RecordTable as RecordTable & Record<string, SQLiteColumn> & { userId: SQLiteColumn }

  function ownershipOf(row: object): Ownership {
    const values = row as Record<string, unknown> & Pick<Ownership, 'userId'>
    return { userId: values.userId, shared: sharedBy.some((name) => values[name] === true) }
  }

  return {
    ownershipOf,
    own: (userId: number) => eq(columns.userId, userId),
    sees(actor: Actor, row: object) {
      const { userId, shared } = ownershipOf(row)
      return shared || userId === actingUserId(actor)
    },
    seen: (actor: Actor): SQL | undefined =>
      or(
        eq(columns.userId, actingUserId(actor) ?? 0),
        ...sharedBy.map((name) => eq(columns[name] as SQLiteColumn, true)),
      ),
    hides: (before: object, after: object) => ownershipOf(before).shared && !ownershipOf(after).shared,
    topicsOf: ({ userId, shared }: Ownership) => (shared ? ['all'] : [`user:${userId}`]),
    topicsOfOthers: (ctx: CompanyContext, { userId }: Ownership) =>
      users(ctx).flatMap(({ id }) => (id === userId ? [] : [`user:${id}`])),
  }
}
