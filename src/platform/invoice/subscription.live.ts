import { createContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { CompanyId } from '../../kernel/ids'
import { presentEach } from '../../kernel/live/live'
import { getCompany } from '../company/company.queries'
import type { Platform } from '../platform'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    /** A relevant day began, or the host changed something. */
    'subscription.changed': { dueDate: string }
    'subscription.paid': { dueDate: string }
  }
}

/** The catalog holds it already; without a writable file users see it on their next page. */
export function recordSubscription(
  platform: Platform,
  companyId: CompanyId,
  type: 'subscription.changed' | 'subscription.paid',
) {
  try {
    const { dueDate } = getCompany(platform, companyId).company
    const ctx = createContext(platform.files.use(companyId))
    ctx.transaction(() => void recordEvent(ctx, type, {}, { dueDate }))
  } catch (error) {
    platform.log.error('The subscription of a company could not be published', { company: companyId, error })
  }
}

export const subscriptionLive = presentEach({
  'subscription.changed': (_, { number }) => [{ topics, event: 'subscription', number, data: { action: 'update' } }],
  'subscription.paid': ({ company: { id } }, { number, data: { dueDate } }) => [
    { topics, event: 'payment', number, data: { action: 'CONCLUIDA', company: { id, dueDate } } },
  ],
})

const topics = ['subscription']
