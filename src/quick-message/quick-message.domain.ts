import type { Domain } from '../platform/domain'
import { quickMessageRoutes } from './quick-message.routes'

export const quickMessageDomain: Domain = {
  name: 'quick-message',
  routes: ({ guard }) => quickMessageRoutes(guard),
  mediaGuards: { 'quick-message': () => true },
}
