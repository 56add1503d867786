import type { Domain } from '../platform/domain'
import { externalMessageRoutes } from './external-message.routes'

export const externalApiDomain: Domain = {
  name: 'external-api',
  routes: ({ platform }) => externalMessageRoutes(platform),
}
