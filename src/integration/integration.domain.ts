import type { Domain } from '../platform/domain'
import { integrationRecords } from './integration.records'
import { integrationRoutes } from './integration.routes'

/** Outside bots that answer contacts: Dialogflow, n8n, webhooks, Typebot, or one of the company's flows. */
export const integrationDomain: Domain = {
  name: 'integration',
  routes: ({ guard, platform }) => integrationRoutes(guard, platform),
  presenters: [integrationRecords.live],
}
