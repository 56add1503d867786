import type { Domain } from '../platform/domain'
import { tagLive } from './tag.live'
import { tagRoutes } from './tag.routes'

export const tagDomain: Domain = {
  name: 'tag',
  routes: ({ guard }) => tagRoutes(guard),
  presenters: [tagLive],
}
