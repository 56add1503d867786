import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { blockJob, blockReaction } from './block/block-at-provider'
import { contactLive } from './contact.live'
import { contactTable } from './contact.tables'
import { contactRoutes } from './contact.routes'
import { profileJob, profileReaction } from './identity/contact-profile.job'
import { blockListReactions, readBlockListJob } from './block/read-block-list'
import type { Reaction } from '../kernel/event/event-log'
import '../tag/tag.record'
import './contact.events'
import { forgetContactCounts } from './list/list-contacts'
import { contactBulkCalls } from './bulk/contact-bulk.calls'
import { contactCalls, contactIdentityCalls } from './contact.calls'
import { ContactView } from './contact.answers'

/** Events that may change the number of contacts found by a search. */
const contactReactions: readonly Reaction[] = [
  {
    on: [
      ...(['contact.created', 'contact.updated', 'contact.merged', 'contact.unmerged', 'contact.deleted'] as const),
      ...(['contact.tagsChanged', 'tag.deleted'] as const),
    ],
    run: forgetContactCounts,
  },
]

export const contactDomain = {
  name: 'contact',
  calls: { ...contactBulkCalls, ...contactCalls, ...contactIdentityCalls },
  views: { ContactView },
  routes: ({ guard }) => contactRoutes(guard),
  reactions: [...contactReactions, blockReaction, profileReaction, ...blockListReactions],
  jobs: { 'contact.block': blockJob, 'contact.readBlockList': readBlockListJob, 'contact.profile': profileJob },
  presenters: [contactLive],
  mediaGuards: { contact: () => true },
  beforeDelete: {
    user: clearReferences(contactTable.walletUserId, contactTable.id),
    connection: clearReferences(contactTable.connectionId, contactTable.id),
  },
} satisfies Domain
