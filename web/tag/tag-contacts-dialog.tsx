import { useSignals } from '@preact/signals-react/runtime'
import type { ContactOfTag, TagView } from '../../src/tag/tag.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { usePanelList } from '../records/use-panel-list'
import type { RecordSource } from '../records/record-source'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState } from '../ui/feedback/empty-state'
import { ErrorState } from '../ui/feedback/error-state'
import { IconButton } from '../ui/button/icon-button'
import { Users, X } from '../ui/icons'
import { Spinner } from '../ui/feedback/spinner'
import { useAttempt } from '../ui/form/use-attempt'

/** The contacts with a tag, paged, with a button to remove the tag from each. */
export function TagContactsDialog({ tag, close }: { tag: TagView; close: () => void }) {
  useSignals()
  const texts = useTexts('tag')
  const t = texts.tag.contacts
  const { api } = useApp()
  const format = useFormat()
  const attempt = useAttempt()
  const list = usePanelList(contactsOf(tag.id))
  const [loading, failed] = [list.loading.value, list.failed.value]

  async function remove(contact: ContactOfTag) {
    const params = { tagId: tag.id, contactId: contact.id }
    // Before the event, which would reload the list from its beginning.
    list.remove(contact.id)
    const done = await attempt(() => api.delete('/tags-contacts/:tagId/:contactId', { params }), t.removed)
    if (!done) await list.reload()
  }

  return (
    <Dialog open title={t.titleOf(tag.name)} onClose={close}>
      {failed && <ErrorState error={failed} onRetry={() => list.retry()} />}
      {!failed && loading === 'idle' && list.items.value.length === 0 && <EmptyState icon={Users} title={t.none} />}
      <ul className="tag-contacts" aria-label={t.title}>
        {list.items.value.map((contact) => (
          <li key={contact.id} className="tag-contact">
            <span className="tag-contact-name">
              <bdi className="truncate">{contact.name}</bdi>
              <span className="subtle tabular">{contact.number && format.phone(contact.number)}</span>
            </span>
            <IconButton icon={X} label={t.remove(contact.name)} onClick={() => remove(contact)} />
          </li>
        ))}
      </ul>
      {loading !== 'idle' && <Spinner />}
      {list.hasMore.value && loading === 'idle' && !failed && <Button onClick={() => list.loadMore()}>{t.more}</Button>}
    </Dialog>
  )
}

function contactsOf(tagId: number): RecordSource<ContactOfTag> {
  return {
    fetchPage: async (api, { pageNumber, signal }) => {
      const { tags, hasMore } = await api.get('/tags', { query: { tagId, pageNumber }, signal })
      const [tag] = tags
      const items = (tag?.contacts ?? []).filter((contact) => 'name' in contact)
      return { items, hasMore, count: tag?.contactsCount ?? 0 }
    },
    compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
    // A changed count means that another user added or removed the tag.
    follow: (list) => ({
      tag: (event) => {
        if (event.action !== 'delete' && event.tag.id === tagId && event.tag.contactsCount !== list.count.peek())
          void list.reload()
      },
    }),
    pageSize: 40,
  }
}
