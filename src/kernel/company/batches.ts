import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { bare } from '../database/expressions'
import { type Query, statement } from '../database/statement'
import type { CompanyContext } from './company-context'

/** Length of one transaction. Publishing its events after the commit takes about as long again. */
const batchMs = 10

/** What deletes, changes or makes many rows. */
export interface LongWork<Unit = unknown> {
  /** Returns some units after the last one that was worked on, in the transaction of the work; none when nothing is left. */
  next(last: Unit | undefined, done: number): readonly Unit[]
  /** Takes a few milliseconds at most, such as a change of a row or of a range of rows. */
  work(unit: Unit): void
  /** Called at the end of each transaction, such as to keep the place. */
  noted?(so: { last: Unit | undefined; done: number; isMore: boolean }): void
  /** Milliseconds that a batch takes. */
  pace?: number
}

/** Work for a record, such as what goes before it is deleted. */
export type WorkFor<Id> = (ctx: CompanyContext, id: Id) => LongWork

type Transacting = Pick<CompanyContext, 'transaction'>

/**
 * Works on many units, as many in a transaction as its pace allows, each transaction in its own turn of the event loop. Returns the
 * number of units.
 */
export async function inBatches<Unit>({ transaction }: Transacting, work: LongWork<Unit>): Promise<number> {
  const { batch, done } = createBatch(work)
  while (transaction(batch)) await nextTurn()
  return done()
}

/** The first batch only, for jobs: the rest is done in their next run. Returns whether there may be more. */
export function oneBatch<Unit>({ transaction }: Transacting, work: LongWork<Unit>): boolean {
  return transaction(createBatch(work).batch)
}

function createBatch<Unit>({ next, work, noted, pace = batchMs }: LongWork<Unit>) {
  let done = 0
  let last: Unit | undefined
  function batch() {
    const endMs = performance.now() + pace
    let isMore: boolean
    do {
      const units = next(last, done)
      isMore = units.length > 0
      for (const unit of units) {
        work(unit)
        last = unit
        done++
        if (performance.now() > endMs) break
      }
    } while (isMore && performance.now() < endMs)
    noted?.({ last, done, isMore })
    return isMore
  }
  return { batch, done: () => done }
}

/** Resolves in the next turn of the event loop. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Returns a function for loops that process much in memory. It waits for the next turn of the event loop when this one has
 * been used for as long as a batch.
 */
export function createTurns() {
  let endMs = performance.now() + batchMs
  return async () => {
    if (performance.now() < endMs) return
    await nextTurn()
    endMs = performance.now() + batchMs
  }
}

/** Takes a few ms. Fewer take longer altogether, because each batch changes most pages of an index on the column. */
const rowsMax = 1000

/** Deletes the rows that refer to a record, before that record is deleted. `key` tells those rows apart. */
export const eraseReferences = (column: SQLiteColumn, key: SQLiteColumn) =>
  repeated(column, key, undefined, (db, some, isIt) => db.delete(column.table).where(and(isIt, some)))

/** Sets an indexed column to NULL in the rows that refer to a record and match, before that record is deleted. */
export const clearReferences = (column: SQLiteColumn, key: SQLiteColumn, matching?: SQL) =>
  repeated(column, key, matching, (_, some) => sql`UPDATE ${column.table} SET ${bare(column)} = NULL WHERE ${some}`)

type Change = (db: BunSQLiteDatabase, some: SQL, isIt: SQL) => Query

/** Changes some of the rows that refer to a record and match, once in each batch, until fewer are left. */
function repeated(column: SQLiteColumn, key: SQLiteColumn, matching: SQL | undefined, change: Change): WorkFor<number> {
  const changeSome = statement((db, of: { id: number }) => {
    const isIt = eq(column, of.id)
    const some = db.select({ key }).from(column.table).where(and(isIt, matching)).limit(rowsMax)
    return change(db, inArray(key, some), isIt)
  })
  return (ctx, id) => {
    let changed = rowsMax
    return {
      next: () => (changed < rowsMax ? [] : [id]),
      work: () => void (changed = changeSome.run(ctx, { id }).changes),
      pace: 0,
    }
  }
}
