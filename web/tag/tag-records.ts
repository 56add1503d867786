import type { TagView } from '../../src/tag/tag.record'
import { canDeleteTag, canDeleteUsedTag } from '../../src/tag/tag.policy'
import { useApp, useUser } from '../app/app-context'
import { actorOf } from '../session/session-actor'
import { useTexts } from '../i18n/i18n'
import type { RecordRemoval } from '../records/use-record-actions'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { recordSource } from '../records/record-source'

/** Deletes a tag or lane after a confirmation that counts its contacts. Agents are offered their own while they are unused. */
export function useTagRemoval(): RecordRemoval<TagView> {
  const t = useTexts('tag').tag
  const { api } = useApp()
  const actor = actorOf(useUser())
  return {
    offered: (tag) =>
      canDeleteTag(actor, tag) && (canDeleteUsedTag(actor) || tag.contactsCount + tag.ticketsCount === 0),
    text: async ({ id }) => {
      const { contactsCount, ticketsCount } = await api.get('/tags/:id', { params: { id } })
      return t.deleteText(contactsCount, ticketsCount)
    },
    path: '/tags/:id',
  }
}

export const tagRecords = recordSource<'/tags', never, TagView>('/tags', { live: 'tag' })

export const laneRecords = recordSource<'/tags', never, TagView>('/tags', {
  query: () => ({ kanban: '1' }),
  compare: (a, b) => a.position - b.position || a.id - b.id,
  matches: ({ name, kanban }, { search }) => kanban === 1 && matchesSearch(name, search),
  live: 'tag',
})
