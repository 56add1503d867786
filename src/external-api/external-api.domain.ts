import type { Domain } from '../platform/domain'
import { externalMessageRoutes } from './external-message.routes'
import { reportStatus } from './report-status'

export const externalApiDomain: Domain = {
  name: 'external-api',
  routes: ({ platform }) => externalMessageRoutes(platform),
  reactions: [reportStatus],
}
