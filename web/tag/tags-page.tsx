import { useState } from 'react'
import type { TagView } from '../../src/tag/tag.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Chip } from '../ui/display/chip'
import type { Column } from '../ui/table/data-table'
import { Kanban, Tags, Users } from '../ui/icons'
import { NoValue } from '../ui/table/no-value'
import { TagContactsDialog } from './tag-contacts-dialog'
import { TagDialog } from './tag-dialog'
import { tagRecords } from './tag-records'
import { useTagRemoval } from './use-tag-removal'

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
