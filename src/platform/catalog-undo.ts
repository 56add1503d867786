import type { CompanyContext } from '../kernel/company-context'

/**
 * A company's transaction that also writes the catalog, which is another file: each step it notes is undone, newest
 * first, when the transaction does not come to its commit.
 */
export function withCatalogUndo<T>(ctx: CompanyContext, work: (noteUndo: (undo: () => void) => void) => T): T {
  const undos: (() => void)[] = []
  const run = () => work((undo) => undos.push(undo)) as T extends PromiseLike<unknown> ? never : T
  try {
    return ctx.transaction<T>(run)
  } catch (error) {
    for (const undo of undos.reverse()) undo()
    throw error
  }
}
