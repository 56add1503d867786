import { createContext } from '../../kernel/company/company-context'
import { enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { hasCompany, firstCompanyId } from '../company/company.queries'
import type { Platform } from '../platform'
import type { Charge } from './charge/charge.queries'
import { ProviderError } from './provider/pix-provider'

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

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    payments: {
      verifyCharge(chargeId: number, signal: AbortSignal): Promise<void>
      registerWebhook(signal: AbortSignal): Promise<void>
    }
  }
}

const waiting = { lane: 'waiting', timeLimitMs: 60_000, attemptsMax: 5 } as const

const verifyJob: WaitingJob<'payment.verify'> = {
  ...waiting,
  async run(freshContext, { chargeId }, signal) {
    const { ports, log } = freshContext().company.services
    try {
      await ports.payments.verifyCharge(chargeId, signal)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn('A provider could not tell whether a charge is paid', { charge: chargeId, error: error.message })
    }
  },
}

const registerWebhookJob: WaitingJob<'payment.registerWebhook'> = {
  ...waiting,
  run: (freshContext, _payload, signal) => freshContext().company.services.ports.payments.registerWebhook(signal),
}

export const paymentJobs = {
  'payment.verify': verifyJob,
  'payment.registerWebhook': registerWebhookJob,
}
