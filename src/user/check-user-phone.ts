import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'

declare module '../kernel/company-files' {
  interface CompanyPorts {
    /** Asks a provider whether the number has an account; undefined when it has none. Throws when it cannot be asked. */
    checkNumber(ctx: CompanyContext, number: string): Promise<unknown>
  }
}

/** @throws Refusal ERR_INVALID_INPUT on the field when the number has no account or nobody can be asked */
export async function checkUserPhone(ctx: CompanyContext, phone: string) {
  const { checkNumber } = ctx.company.services.ports
  const known = await checkNumber(ctx, phone).catch(() => undefined)
  if (!known) refuse('ERR_INVALID_INPUT', { fields: { phone: 'phoneCheckFailed' } })
}
