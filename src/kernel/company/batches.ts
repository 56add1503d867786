import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { bare } from '../database/expressions'
import { type Query, statement } from '../database/statement'
import type { CompanyContext } from './company-context'

/** Length of one transaction. Publishing its events takes about as long again. */
const batchMs = 10

export interface LongWork<Unit = unknown> {
  next(last: Unit | undefined, done: number): readonly Unit[]
  work(unit: Unit): void
  noted?(so: { last: Unit | undefined; done: number; isMore: boolean }): void
  pace?: number
}

export type WorkFor<Id> = (ctx: CompanyContext, id: Id) => LongWork

type Transacting = Pick<CompanyContext, 'transaction'>

/** Works on many units, each transaction in its own turn of the event loop. Returns their number. */
export async function inBatches<Unit>({ transaction }: Transacting, work: LongWork<Unit>): Promise<number> {
  const { batch, done } = createBatch(work)
  while (transaction(batch)) await nextTurn()
  return done()
}

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

export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Returns a wait for loops in memory: it yields to the event loop after the time of a batch. */
export function createTurns(paceMs = batchMs) {
  let endMs = performance.now() + paceMs
  return async () => {
    if (performance.now() < endMs) return
    await nextTurn()
    endMs = performance.now() + paceMs
  }
}

/** Takes a few ms. Fewer take longer altogether: each batch changes most pages of an index. */
const rowsMax = 1000

export const eraseReferences = (column: SQLiteColumn, key: SQLiteColumn) =>
  repeated(column, key, undefined, (db, some, isIt) => db.delete(column.table).where(and(isIt, some)))

export const clearReferences = (column: SQLiteColumn, key: SQLiteColumn, matching?: SQL) =>
  repeated(column, key, matching, (_, some) => sql`UPDATE ${column.table} SET ${bare(column)} = NULL WHERE ${some}`)

type Change = (db: BunSQLiteDatabase, some: SQL, isIt: SQL) => Query

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
