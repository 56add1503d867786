import type { TagView } from '../../src/tag/tag.record'
import { canDeleteTag, canDeleteUsedTag } from '../../src/tag/tag.policy'
import { useApp, useUser } from '../app/app-context'
import { actorOf } from '../session/session-actor'
import { useTexts } from '../i18n/i18n'
import type { RecordRemoval } from '../records/use-record-actions'

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
