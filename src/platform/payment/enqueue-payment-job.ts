import { createContext } from '../../kernel/company/company-context'
import { enqueueJob } from '../../kernel/job/jobs'
import type { Platform } from '../platform'
import type { Charge } from './charge/charge.queries'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'payment.verify': { chargeId: number }
    'payment.registerWebhook': {}
  }
}

/**
 * Adds work on a charge to its company's jobs. If the company's file cannot be written, the charge is verified later by
 * `verifyNewCharges`.
 */
export function enqueuePaymentJob(
  platform: Platform,
  { id: chargeId, companyId }: Pick<Charge, 'id' | 'companyId'>,
  kind: 'payment.verify',
  runAt?: Date,
) {
  try {
    const ctx = createContext(platform.files.use(companyId))
    // A scheduled check must not delay an earlier one.
    const dedupeKey = `${kind}:${chargeId}${runAt ? `:${runAt.getTime()}` : ''}`
    ctx.transaction(() => enqueueJob(ctx, kind, { chargeId }, { dedupeKey, ...(runAt && { runAt }) }))
  } catch (error) {
    platform.log.error('A payment job could not be added', { company: companyId, kind, chargeId, error })
  }
}
