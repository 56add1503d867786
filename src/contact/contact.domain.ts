import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { blockJob, blockReaction } from './block/block-at-provider'
import { contactLive } from './contact.live'
import { contactReactions } from './contact.reactions'
import { contactRoutes } from './contact.routes'
import { blockListReactions, readBlockListJob } from './block/read-block-list'

export const contactDomain: Domain = {
  name: 'contact',
  routes: ({ guard }) => contactRoutes(guard),
  reactions: [...contactReactions, blockReaction, ...blockListReactions],
  jobs: { 'contact.block': blockJob, 'contact.readBlockList': readBlockListJob },
  presenters: [contactLive],
  mediaGuards: { contact: () => true },
  beforeDelete: {
    user: clearReferences('contact', 'wallet_user_id'),
    connection: clearReferences('contact', 'connection_id'),
  },
}
