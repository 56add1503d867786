import type { CompanyContext } from './company-context'

/** Length of one transaction. Publishing its events after the commit takes about as long again. */
const batchMs = 10

/** Does a bounded part of long work; returns false when nothing is left. */
export type Batch<Id> = (ctx: CompanyContext, id: Id) => boolean

/** Processes items in one transaction until its time is used up, at least one. Returns how many were processed. */
export function runWithinBudget<T>(
  ctx: CompanyContext,
  items: readonly T[],
  work: (item: T) => void,
  budgetMs = batchMs,
): number {
  const endMs = performance.now() + budgetMs
  let done = 0
  ctx.transaction(() => {
    for (const item of items) {
      work(item)
      done++
      if (performance.now() > endMs) break
    }
  })
  return done
}

interface LongWork<Unit> {
  /** Returns some units after the last one that was worked on, in the transaction of the work; none when nothing is left. */
  next(last: Unit | undefined, done: number): readonly Unit[]
  /** Takes a few milliseconds at most, such as a change of a row or of a range of rows. */
  work(unit: Unit): void
  /** Milliseconds that a batch takes. */
  pace?: number
}

/**
 * Works on many units, as many in a transaction as its pace allows, each transaction in its own turn of the event loop. Returns the
 * number of units.
 */
export async function inBatches<Unit>(
  { transaction }: Pick<CompanyContext, 'transaction'>,
  { next, work, pace = batchMs }: LongWork<Unit>,
): Promise<number> {
  let done = 0
  let last: Unit | undefined
  const batch = () => {
    const endMs = performance.now() + pace
    do {
      const units = next(last, done)
      if (units.length === 0) return false
      for (const unit of units) {
        work(unit)
        last = unit
        done++
        if (performance.now() > endMs) break
      }
    } while (performance.now() < endMs)
    return true
  }
  while (transaction(batch)) await nextTurn()
  return done
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

/** Runs every batch function until it returns false, each call in its own turn of the event loop. */
export async function runBatches<Id>(ctx: CompanyContext, batches: readonly Batch<Id>[] = [], id: Id) {
  for (const batch of batches) {
    let isMore = true
    await inBatches(ctx, { next: () => (isMore ? [id] : []), work: () => void (isMore = batch(ctx, id)), pace: 0 })
  }
}
