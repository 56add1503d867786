import type { TagView } from '../../src/tag/tag.record'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { recordSource } from '../records/record-source'

export const tagRecords = recordSource<'/tags', never, TagView>('/tags', { live: 'tag' })

export const laneRecords = recordSource<'/tags', never, TagView>('/tags', {
  query: () => ({ kanban: '1' }),
  compare: (a, b) => a.position - b.position || a.id - b.id,
  matches: ({ name, kanban }, { search }) => kanban === 1 && matchesSearch(name, search),
  live: 'tag',
})
