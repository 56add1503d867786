import type { TagView } from '../../src/tag/tag.record'
import { useLookup } from '../app/use-fetched'

export function useTags(): readonly TagView[] | undefined {
  return useLookup((api, signal) => api.get('/tags/list', { query: { kanban: 0 }, signal }), true, 'tag')
}
