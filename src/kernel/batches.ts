import type { CompanyContext } from './company-context'

/** Long enough to be worth a transaction. What follows its commit, telling browsers, takes about as long again. */
const sliceMs = 10

/** Does a bounded part of what must be done before something goes; false when nothing is left. */
export type Batch<Id> = (ctx: CompanyContext, id: Id) => boolean

/** Works on as many as fit into one transaction that keeps nobody waiting, at least one; answers how many. */
export function runWithinBudget<T>(ctx: CompanyContext, items: readonly T[], work: (item: T) => void): number {
  const endMs = performance.now() + sliceMs
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

/** Lets everything else have a turn. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Does all of them to their end, each slice in a turn of its own. */
export async function runBatches<Id>(ctx: CompanyContext, slices: readonly Batch<Id>[] = [], id: Id) {
  for (const slice of slices) while (slice(ctx, id)) await nextTurn()
}
