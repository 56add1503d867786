import { checkNumber } from '../connection/running/connection-channel'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'

/** @throws Refusal ERR_INVALID_INPUT on the field */
export async function checkUserPhone(ctx: CompanyContext, phone: string) {
  const known = await checkNumber(ctx, phone).catch(() => undefined)
  if (!known) refuse('ERR_INVALID_INPUT', { fields: { phone: 'phoneCheckFailed' } })
}
