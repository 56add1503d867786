import { eq } from 'drizzle-orm'
import type { Company } from '../../company/company.queries'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'

/** Charges outlive their company, without its payer, so that money that arrives later is known to the host. */
export function keepChargesOf({ catalog }: Platform, { id, name }: Company) {
  const kept = { companyName: name, payerName: '', payerDocument: '' }
  catalog.db.update(chargeTable).set(kept).where(eq(chargeTable.companyId, id)).run()
}
