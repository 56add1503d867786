import type { CompanyContext } from './company-context'
import { type PendingWork, perCompany } from './company-files'

/** Caches what `read` returns until `forget`. Call that in the transaction of the change, so that a rollback leaves nothing cached. */
export function cachedPerCompany<Value extends object>(read: (ctx: CompanyContext) => Value) {
  const cached = perCompany((): { value?: Value; changedIn?: PendingWork } => ({}))
  return {
    get(ctx: CompanyContext): Value {
      const { pending } = ctx.company
      const entry = cached(ctx.company)
      if (entry.value) return entry.value
      const value = read(ctx)
      if (!pending || pending !== entry.changedIn) entry.value = value
      return value
    },
    forget({ company }: CompanyContext) {
      const entry = cached(company)
      entry.value = undefined
      entry.changedIn = company.pending
    },
  }
}
