import type { Domain } from '../platform/domain'
import { collectJob, webhookReaction } from './collect-events'
import { deliverJob } from './deliver-webhooks'
import { webhookRoutes } from './webhook.routes'

/** Events delivered to an address outside, signed, repeated until they are taken. */
export const webhookDomain: Domain = {
  name: 'webhook',
  routes: ({ superUserGuard, platform }) => webhookRoutes(superUserGuard, platform),
  reactions: [webhookReaction],
  jobs: { 'webhook.collect': collectJob, 'webhook.deliver': deliverJob },
}
