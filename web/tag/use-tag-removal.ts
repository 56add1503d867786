import type { TagView } from '../../src/tag/tag.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { RecordRemoval } from '../records/use-record-actions'

/** Deletes a tag or lane after a confirmation that counts its contacts. */
export function useTagRemoval(): RecordRemoval<TagView> {
  const t = useTexts('tag').tag
  const { api } = useApp()
  return {
    name: ({ name }) => name,
    text: async ({ id }) => {
      const { contactsCount, ticketsCount } = await api.get('/tags/:id', { params: { id } })
      return t.deleteText(contactsCount, ticketsCount)
    },
    call: ({ id }) => api.delete('/tags/:id', { params: { id } }),
  }
}
