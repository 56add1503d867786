import type { TagView } from '../../src/tag/tag.record'
import { useLookup } from '../app/use-fetched'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { useMadeToast } from '../records/made-row'
import { swatchColours } from '../ui/colour/colour'
import { useAttempt } from '../ui/form/use-attempt'

export function useTags(): readonly TagView[] | undefined {
  return useLookup((api, signal) => api.get('/tags/list', { query: { kanban: 0 }, signal }), true, 'tag')
}

export const tagLengthMin = 3

/** Returns a function that creates a tag of contacts in the next colour; it returns undefined if the tag is refused. */
export function useCreateTag(known: readonly TagView[]) {
  const { api } = useApp()
  const attempt = useAttempt()
  const madeToast = useMadeToast()
  const { tagCreated } = useTexts().ui
  return async (name: string): Promise<TagView | undefined> => {
    const color = swatchColours[known.length % swatchColours.length] ?? swatchColours[0]
    let made: TagView | undefined
    await attempt(async () => {
      made = await api.post('/tags', { body: { name: name.trim(), kanban: false, color } })
      madeToast(tagCreated, links.editTag(made.id))
    })
    return made
  }
}
