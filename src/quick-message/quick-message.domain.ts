import type { Domain } from '../platform/domain'
import { quickMessageLive } from './quick-message.live'
import { canSeeQuickMessage } from './quick-message.policy'
import { findQuickMessage } from './quick-message.queries'
import { quickMessageRoutes } from './quick-message.routes'
import { leaveQuickMessages } from './save-quick-message'

export const quickMessageDomain: Domain = {
  name: 'quick-message',
  routes: ({ guard }) => quickMessageRoutes(guard),
  presenters: [quickMessageLive],
  beforeDelete: { user: leaveQuickMessages },
  mediaGuards: {
    'quick-message': (ctx, { ownerId }) => {
      const owner = findQuickMessage(ctx, ownerId)
      return owner !== undefined && canSeeQuickMessage(ctx.actor, owner)
    },
  },
}
