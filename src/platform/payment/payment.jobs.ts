import type { WaitingJob } from '../../kernel/job/jobs'
import { ProviderError } from './provider/pix-provider'

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
