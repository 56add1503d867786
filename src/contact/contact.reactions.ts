import type { Reaction } from '../kernel/event/event-log'
import '../tag/tag.events'
import './contact.events'
import { forgetContactCounts } from './list/list-contacts'

/** Events that may change the number of contacts found by a search. */
export const contactReactions: readonly Reaction[] = [
  {
    on: [
      ...(['contact.created', 'contact.updated', 'contact.merged', 'contact.unmerged', 'contact.deleted'] as const),
      ...(['contact.tagsChanged', 'tag.deleted'] as const),
    ],
    run: forgetContactCounts,
  },
]
