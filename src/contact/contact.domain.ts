import type { Domain } from '../platform/domain'
import { blockJob, blockReaction } from './block-at-provider'
import { contactLive } from './contact.live'
import { contactReactions } from './contact.reactions'
import { contactRoutes } from './contact.routes'
import { emptyWallet } from './empty-wallet'

export const contactDomain: Domain = {
  name: 'contact',
  routes: ({ guard }) => contactRoutes(guard),
  reactions: [...contactReactions, blockReaction],
  jobs: { 'contact.block': blockJob },
  presenters: [contactLive],
  mediaGuards: { contact: () => true },
  beforeDelete: { user: emptyWallet },
}
