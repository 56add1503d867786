import type { CompanyContext } from '../../kernel/company/company-context'

/**
 * For a company's transaction that also writes the catalog, which is a separate file: the recorded steps are undone, newest
 * first, if the transaction does not commit.
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
