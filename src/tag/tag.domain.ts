import type { Domain } from '../platform/domain'
import { tagRecords } from './tag.queries'
import { tagRoutes } from './tag.routes'

export const tagDomain: Domain = {
  name: 'tag',
  routes: ({ guard }) => tagRoutes(guard),
  presenters: [tagRecords.live],
}
