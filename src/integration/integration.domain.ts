import type { Domain } from '../platform/domain'
import { integrationRoutes, integrations } from './integration.routes'

/** Outside bots that answer contacts: Dialogflow, n8n, webhooks, Typebot, or one of the company's flows. */
export const integrationDomain = {
  name: 'integration',
  records: [integrations],
  routes: ({ guard, platform }) => integrationRoutes(guard, platform),
} satisfies Domain
