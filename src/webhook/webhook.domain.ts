import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { collectJob, webhookReaction } from './delivery/collect-events'
import { deliverJob } from './delivery/deliver-webhooks'
import { companyWebhookRoutes } from './receiver/company-webhook.routes'
import { connectionWebhookRoutes } from './receiver/connection-webhook.routes'
import { hostWebhookRoutes } from './receiver/host-webhook.routes'

/** Events delivered to an address outside, signed, repeated until they are taken. */
export const webhookDomain: Domain = {
  name: 'webhook',
  routes: ({ guard, superUserGuard, platform }) =>
    new Elysia({ name: 'webhook-routes' })
      .use(hostWebhookRoutes(superUserGuard, platform))
      .use(companyWebhookRoutes(guard))
      .use(connectionWebhookRoutes(guard)),
  reactions: [webhookReaction],
  jobs: { 'webhook.collect': collectJob, 'webhook.deliver': deliverJob, 'webhook.deliverStatus': deliverJob },
}
