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

/**
 * Does a bounded part of long work on rows in order of their ids, starting after `afterId`. Returns the last id of that part;
 * undefined when nothing is left.
 */
export type RangeBatch<Id> = (ctx: CompanyContext, id: Id, afterId: number) => number | undefined

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
  for (const batch of batches) while (batch(ctx, id)) await nextTurn()
}

/** As `runBatches`. */
export async function runRangeBatches<Id>(ctx: CompanyContext, batches: readonly RangeBatch<Id>[], id: Id) {
  for (const batch of batches) {
    for (let done = batch(ctx, id, 0); done !== undefined; done = batch(ctx, id, done)) await nextTurn()
  }
}
