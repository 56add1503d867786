import { and, eq, isNull, ne } from 'drizzle-orm'
import { refuse } from '../../../kernel/errors'
import type { CompanyId } from '../../../kernel/ids'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { type Charge, findCharge } from './charge.queries'
import { verifyCharge } from './verify-charge'
import { endUnpaid } from './withdraw-charge'

const timeoutMs = 25_000

/** Runs `then` before another can be made. Silent providers' charges are closed later. @throws Refusal ERR_COMPANY_PAYING */
export async function endCharges(platform: Platform, companyId: CompanyId, then: () => Promise<void>) {
  const { inOrder } = platform.payments
  if (inOrder.sizeOf(companyId) > 0) refuse('ERR_COMPANY_PAYING')
  await inOrder(companyId, async () => {
    const signal = AbortSignal.timeout(timeoutMs)
    for (const charge of listUnclosed(platform, companyId)) {
      endUnpaid(platform, charge.id)
      await isClosed(platform, charge, signal)
      const after = findCharge(platform, charge.id)
      if (after && after.received > charge.received) refuse('ERR_COMPANY_PAYING')
    }
    await then()
  })
}

/** Two codes of one invoice could both be paid. @throws Refusal ERR_PAYMENT_UNAVAILABLE while uncertain */
export async function closeCharges(platform: Platform, companyId: CompanyId) {
  const signal = AbortSignal.timeout(timeoutMs)
  for (const charge of listUnclosed(platform, companyId)) {
    endUnpaid(platform, charge.id)
    if (await isClosed(platform, charge, signal)) continue
    if (mayBePaid(platform, charge)) refuse('ERR_PAYMENT_UNAVAILABLE', { retryAfterSeconds: 10 })
  }
}

async function isClosed(platform: Platform, { id, companyId }: Charge, signal: AbortSignal) {
  try {
    await verifyCharge(platform, id, signal)
  } catch (error) {
    platform.log.error('A charge could not be closed', { company: companyId, charge: id, error })
  }
  return findCharge(platform, id)?.closedAt !== null
}

/** Without settings a charge stays at its provider. A code that never arrived is known to nobody. */
function mayBePaid({ payments }: Platform, { provider, code }: Charge) {
  return payments.get(provider) !== undefined && (code !== '' || payments.current()?.name === provider)
}

function listUnclosed({ catalog }: Platform, companyId: CompanyId): Charge[] {
  const unclosed = and(
    eq(chargeTable.companyId, companyId),
    isNull(chargeTable.closedAt),
    ne(chargeTable.provider, 'static'),
  )
  return catalog.db.select().from(chargeTable).where(unclosed).all()
}
