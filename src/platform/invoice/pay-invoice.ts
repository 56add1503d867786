import { localDay } from '../../kernel/time/time-zone'
import { getCompany } from '../company/company.queries'
import type { InvoiceView } from './invoice.calls'
import { getInvoice, presentInvoice } from './invoice.queries'
import { afterPayment, markInvoicePaid } from './mark-invoice-paid'
import { findOpenCharge } from '../payment/charge/charge.queries'
import { settleStaticCharge, withdrawCharge } from '../payment/charge/withdraw-charge'
import type { Platform, PlatformActor } from '../platform'

/** Charges at providers are withdrawn, so that nobody pays twice. Idempotent. @throws Refusal ERR_NO_INVOICE_FOUND */
export async function payInvoice(platform: Platform, actor: PlatformActor, id: number): Promise<InvoiceView> {
  const { companyId } = getInvoice(platform, id)
  const { company } = getCompany(platform, companyId)
  const charge = findOpenCharge(platform, id)
  const shown = charge?.provider === 'static' ? charge : undefined
  const paid = platform.catalog.sqlite.transaction(() => {
    if (!markInvoicePaid(platform, id, shown)) return false
    if (shown) settleStaticCharge(platform, shown)
    else if (charge) withdrawCharge(platform, charge)
    return true
  })()
  if (paid) {
    await afterPayment(platform, actor, { invoiceId: id, companyId, wasEnabled: company.status, by: actor })
  }
  return presentInvoice(getInvoice(platform, id), localDay(platform.clock.now(), company.timeZone))
}
