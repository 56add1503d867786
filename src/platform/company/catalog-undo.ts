import type { CompanyContext } from '../../kernel/company/company-context'

/** The catalog is another file: its steps are undone, newest first, if the company's transaction fails. */
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
