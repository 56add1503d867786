import { createContext } from '../../kernel/company/company-context'
import { enqueueJob } from '../../kernel/job/jobs'
import { hasCompany } from '../company/company.queries'
import { firstCompanyId } from '../company/first-company'
import type { Platform } from '../platform'
import type { Charge } from './charge/charge.queries'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'payment.verify': { chargeId: number }
    'payment.registerWebhook': {}
  }
}

/** Or of the host's own company, if that was deleted or its file cannot be written. */
export function enqueuePaymentJob(
  platform: Platform,
  { id: chargeId, companyId }: Pick<Charge, 'id' | 'companyId'>,
  kind: 'payment.verify',
  runAt?: Date,
) {
  // A scheduled check must not delay an earlier one.
  const dedupeKey = `${kind}:${chargeId}${runAt ? `:${runAt.getTime()}` : ''}`
  const homes = hasCompany(platform, companyId) ? [companyId, firstCompanyId] : [firstCompanyId]
  for (const home of homes) {
    try {
      const ctx = createContext(platform.files.use(home))
      ctx.transaction(() => enqueueJob(ctx, kind, { chargeId }, { dedupeKey, ...(runAt && { runAt }) }))
      return
    } catch (error) {
      platform.log.error('A payment job could not be added', { company: home, kind, chargeId, error })
    }
  }
}
