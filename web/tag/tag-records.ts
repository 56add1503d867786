import { byName } from '../../src/kernel/text/sort-order.contract'
import type { TagView } from '../../src/tag/tag.record'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { RecordSource } from '../records/record-source'

/** All tags and lanes, by name. */
export const tagRecords: RecordSource<TagView> = {
  fetchPage: async (api, { pageNumber, search, signal }) =>
    pageOfTags(await api.get('/tags', { query: { pageNumber, searchParam: search }, signal })),
  compare: byName,
  matches: ({ name }, { search }) => matchesSearch(name, search),
  live: 'tag',
}

/** The lanes in board order. */
export const laneRecords: RecordSource<TagView> = {
  fetchPage: async (api, { pageNumber, search, signal }) =>
    pageOfTags(await api.get('/tags', { query: { pageNumber, searchParam: search, kanban: '1' }, signal })),
  compare: (a, b) => a.position - b.position || a.id - b.id,
  matches: ({ name, kanban }, { search }) => kanban === 1 && matchesSearch(name, search),
  live: 'tag',
}

function pageOfTags({ tags, hasMore, count }: { tags: TagView[]; hasMore: boolean; count: number }) {
  return { items: tags, hasMore, count }
}
