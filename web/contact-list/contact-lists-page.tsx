import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { ContactListBody } from '../../src/contact-list/contact-list.contract'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Download, Contact, Users } from '../ui/icons'
import { Link } from '../ui/display/link'
import { CheckState } from './check-state'
import { useSampleDownload } from './use-sample-download'
import { TableMoment } from '../ui/table/table-cells'
import { TextField } from '../ui/form/form-field'

const contactLists = recordSource('/contact-lists', { live: 'contactList' })
export const load = recordLoader(contactLists)

export function page({ data }: PageProps<ListPage<ContactListView>>) {
  const t = useTexts('contactList').contactList
  const { navigation } = useApp()
  const downloadSample = useSampleDownload()
  return (
    <RecordsPage
      list={useRecordList(contactLists, data)}
      texts={t}
      icon={Contact}
      columns={useColumns()}
      form={(list, close) => <ContactListDialog list={list} close={close} />}
      actions={({ id }) => [
        { label: t.openContacts, icon: Users, onSelect: () => navigation.go(links.contactListItems({ id })) },
        { label: t.sample, icon: Download, inMenu: true, onSelect: () => downloadSample() },
      ]}
      remove={{
        text: ({ contactsCount }) => t.deleteText(contactsCount),
        path: '/contact-lists/:id',
      }}
    />
  )
}

function useColumns(): Column<ContactListView>[] {
  const t = useTexts('contactList').contactList
  const format = useFormat()
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'contacts',
      compact: 'labelled',
      header: t.columns.contacts,
      width: '130px',
      sortValue: ({ contactsCount }) => contactsCount,
      cell: ({ id, name, contactsCount }) => (
        <Link
          href={links.contactListItems({ id })}
          className="link tabular"
          aria-label={t.showContacts(contactsCount, name)}
          onClick={(event) => event.stopPropagation()}
        >
          {format.number(contactsCount)}
        </Link>
      ),
    },
    { id: 'check', compact: 'value', header: t.columns.check, cell: (list) => <CheckState list={list} /> },
    {
      id: 'updated',
      header: t.columns.created,
      width: '170px',
      wideOnly: true,
      sortValue: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <TableMoment at={createdAt} />,
    },
  ]
}

interface ContactListDialogProps {
  list: ContactListView | undefined
  close: () => void
}

function ContactListDialog({ list, close }: ContactListDialogProps) {
  const t = useTexts('contactList').contactList
  return (
    <RecordDialog record={list} texts={t} size="s" schema={ContactListBody} path="/contact-lists" close={close}>
      {(form) => (
        <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
      )}
    </RecordDialog>
  )
}
