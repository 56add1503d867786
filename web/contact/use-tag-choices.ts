import { useEffect, useState } from 'react'
import type { TagView } from '../../src/tag/tag.calls'
import { useApp } from '../app/app-context'
import { useAttempt } from '../ui/form/use-attempt'

/** Returns the tags of contacts by name; empty until they are loaded. */
export function useTagChoices(): readonly TagView[] {
  const { api } = useApp()
  const attempt = useAttempt()
  const [tags, setTags] = useState<readonly TagView[]>([])
  useEffect(() => {
    void attempt(async () => setTags(await api.get('/tags/list', { query: { kanban: 0 } })))
  }, [api])
  return tags
}
