import { useState } from 'react'
import type { TagView, ContactOfTag } from '../../src/tag/tag.record'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, type RecordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Chip } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import { Kanban, Tags, Users, X } from '../ui/icons'
import { TagDialog } from './tag-dialog'
import { useTagRemoval, tagRecords } from './tag-records'
import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../app/app-context'
import { usePanelList } from '../records/use-panel-list'
import { Button, IconButton } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState, ErrorState } from '../ui/feedback/feedback'
import { Spinner } from '../ui/feedback/spinner'
import { useAttempt } from '../ui/form/use-attempt'

export const load = recordLoader(tagRecords)

export function page({ data }: PageProps<ListPage<TagView>>) {
  const t = useTexts('tag').tag
  const [shown, setShown] = useState<TagView>()
  const remove = useTagRemoval()
  return (
    <>
      <RecordsPage
        list={useRecordList(tagRecords, data)}
        texts={t}
        icon={Tags}
        columns={useColumns(setShown)}
        form={(tag, close) => <TagDialog tag={tag} close={close} />}
        actions={(tag) => [{ label: t.contacts.title, icon: Users, onSelect: () => setShown(tag) }]}
        remove={remove}
      />
      {shown && <TagContactsDialog tag={shown} close={() => setShown(undefined)} />}
    </>
  )
}

function useColumns(showContacts: (tag: TagView) => void): Column<TagView>[] {
  const t = useTexts('tag').tag
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: ({ name, color }) => <Chip label={name} color={color} />,
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '72px',
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'kanban',
      compact: 'value',
      header: t.columns.kanban,
      width: '130px',
      sortValue: ({ kanban }) => kanban,
      cell: ({ kanban }) => (kanban ? <Chip label="Kanban" icon={Kanban} size="s" /> : <NoValue />),
    },
    {
      id: 'tickets',
      compact: 'labelled',
      header: t.columns.tickets,
      width: '140px',
      sortValue: ({ ticketsCount }) => ticketsCount,
      cell: ({ ticketsCount }) => <span className="tabular">{format.number(ticketsCount)}</span>,
    },
    {
      id: 'contacts',
      compact: 'labelled',
      header: t.columns.contacts,
      width: '130px',
      sortValue: ({ contactsCount }) => contactsCount,
      cell: (tag) => (
        <button
          type="button"
          className="link tabular"
          aria-label={t.contacts.show(tag.contactsCount, tag.name)}
          onClick={(event) => {
            event.stopPropagation()
            showContacts(tag)
          }}
        >
          {format.number(tag.contactsCount)}
        </button>
      ),
    },
  ]
}

function TagContactsDialog({ tag, close }: { tag: TagView; close: () => void }) {
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
      <ul className="tag-contacts plain-list" aria-label={t.title}>
        {list.items.value.map((contact) => (
          <li key={contact.id} className="tag-contact row gap-3">
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
