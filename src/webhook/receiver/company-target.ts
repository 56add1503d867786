import { perCompany } from '../../kernel/company/company-files'
import { publishNow } from '../../kernel/live/live'
import { getCompanyWebhook } from './company-webhook'
import { createFailurePause } from '../delivery/failure-pause'
import { companyFailures } from '../delivery/failure-store'
import type { DeliveryTarget } from './webhook-target'
import { pausedEvent } from '../webhook.calls'

const pauseOf = perCompany((company) => createFailurePause(companyFailures(company, 'company')))

export const companyTarget: DeliveryTarget = {
  get(ctx) {
    const webhook = getCompanyWebhook(ctx)
    return webhook.url && webhook.secret && ctx.plan.useExternalApi ? webhook : undefined
  },
  pausedUntil: ({ company, now }) => pauseOf(company).until(now),
  inTurn: (_ctx, _signal, attempt) => attempt(),
  note(ctx, _attempt, ok) {
    const { id, services } = ctx.company
    const until = pauseOf(ctx.company).count(ctx.now, ok)
    if (!until) return
    services.log.warn('A company’s webhook is paused after too many failures in a row', { company: id, until })
    publishNow(ctx, { topics: ['admin'], ...pausedEvent('company', until) })
  },
}
