import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, useMemo } from 'react'
import type { UploadAnswer, ContactImportView } from '../../src/contact-import/contact-import.calls'
import type { ContactListItemView } from '../../src/contact-list/contact-list.calls'
import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps, Loader } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import type { RecordList } from '../records/record-list'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import { Ban, CircleCheck, CircleDashed, CircleSlash, Contact } from '../ui/icons'
import { Select } from '../ui/select/select'
import { StatusPill } from '../ui/display/labels'
import { CheckState } from './check-state'
import { ListTransferMenu } from './list-transfer-menu'
import { createImports } from '../contact-import/contact-import-model'
import { ImportCard } from '../contact-import/import-list'
import { ImportMapping } from '../contact-import/import-mapping'
import { Screen, PageHeader } from '../ui/layout/screen'
import * as v from 'valibot'
import { ContactListItemBody } from '../../src/contact-list/contact-list.contract'
import { PhoneInput } from '../app/phone-input'
import { RecordDialog } from '../records/record-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { foldText } from '../../src/kernel/text/fold-text.contract'
import { byKey } from '../../src/kernel/text/sort-order.contract'
import type { ListPage } from '../live/list-items'
import { loadRecords, recordSource } from '../records/record-source'

const validities = ['valid', 'invalid', 'unknown'] as const
type Validity = (typeof validities)[number]

const contactListItemRecords = (contactListId: number) =>
  recordSource('/contact-list-items', {
    filters: ['valid'],
    query: ({ filters, last }) => ({
      contactListId,
      valid: validities.find((name) => name === filters.valid) ?? '',
      ...(last && { after: last.id }),
    }),
    compare: byKey(({ name, number, email }: ContactListItemView) => foldText(`${name} ${number} ${email}`).trim()),
    matches: (item, { search, filters }) =>
      (filters.valid === '' || validityOf(item) === filters.valid) &&
      (matchesContactSearch(item, search) || foldText(item.email).includes(foldText(search))),
    follow: (list) => ({
      contactListItem: (event) => {
        if (event.action === 'reload') {
          // Reloading during an import would return users who have scrolled down to the top every two seconds.
          if (event.contactListId === contactListId && list.items.peek().length <= 40) void list.reload()
        } else if (event.action === 'delete') list.remove(event.contactListItemId)
        else if (event.contactListItem.contactListId === contactListId) {
          list.upsert(event.contactListItem, { created: event.action === 'create' })
        }
      },
    }),
  })

function validityOf({ isWhatsappValid }: ContactListItemView): Validity {
  return isWhatsappValid === null ? 'unknown' : isWhatsappValid ? 'valid' : 'invalid'
}

interface ContactListItemsData {
  list: ContactListView
  page: ListPage<ContactListItemView>
  imports: ContactImportView[]
  canCheck: boolean
}

const loadContactListItems: Loader<ContactListItemsData, { id: string }> = async (api, { id }, query) => {
  const listId = Number(id)
  const params = { id: listId }
  const [list, page, { imports }, connections] = await Promise.all([
    api.get('/contact-lists/:id', { params }),
    loadRecords(contactListItemRecords(listId), api, query),
    api.get('/contact-lists/:id/imports', { params }),
    api.get('/whatsapp'),
  ])
  const canCheck = connections.some(({ status, channel }) => status === 'CONNECTED' && channel === 'whatsapp')
  return { list, page, imports, canCheck }
}

const ItemForm = v.pick(ContactListItemBody, ['name', 'number', 'email'])

interface ContactListItemDialogProps {
  listId: number
  item: ContactListItemView | undefined
  close: () => void
}

function ContactListItemDialog({ listId, item, close }: ContactListItemDialogProps) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  return (
    <RecordDialog
      record={item}
      texts={t}
      size="s"
      schema={ItemForm}
      save={(body, changes) =>
        item
          ? api.put('/contact-list-items/:id', { params: { id: item.id }, body: changes })
          : api.post('/contact-list-items', { body: { ...body, contactListId: listId } })
      }
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.columns.name} required />
          <FormField form={form} name="number" label={t.columns.number} help={t.numberHelp} required>
            {(field) => <PhoneInput {...field} />}
          </FormField>
          <FormField form={form} name="email" label={t.columns.email}>
            {({ value, ...field }) => <TextInput {...field} value={value ?? ''} inputMode="email" autoComplete="off" />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}

interface ListImportMappingProps {
  list: ContactListView
  upload: UploadAnswer
  onStarted: () => void
  close: () => void
}

const shownMs = 3_600_000

export const load = loadContactListItems

type Items = RecordList<ContactListItemView, 'valid'>

export function page({ data }: PageProps<ContactListItemsData>) {
  useSignals()
  const t = useTexts('contactList').contactList.items
  const [source] = useState(() => contactListItemRecords(data.list.id))
  const items = useRecordList(source, data.page)
  const list = useContactList(data)
  const imports = useListImports(list.id, data.imports)
  const [upload, setUpload] = useState<UploadAnswer>()
  if (upload) {
    const close = () => setUpload(undefined)
    return <ListImportMapping list={list} upload={upload} close={close} onStarted={() => void imports.load()} />
  }
  return (
    <RecordsPage
      list={items}
      texts={{ ...t, title: list.name }}
      back={links.contactLists()}
      icon={Contact}
      columns={useColumns()}
      form={(item, close) => <ContactListItemDialog listId={list.id} item={item} close={close} />}
      remove={{ path: '/contact-list-items/:id' }}
      filters={
        <div className="contact-list-filters row wraps">
          <ValidityFilter items={items} />
          <CheckState list={list} />
          {!data.canCheck && list.contactsCount > list.validCount + list.invalidCount && (
            <span className="subtle">{t.checkWaits}</span>
          )}
        </div>
      }
      headerActions={<ListTransferMenu list={list} onUploaded={setUpload} />}
      summary={<ListImports {...imports} />}
    />
  )
}

function ValidityFilter({ items }: { items: Items }) {
  useSignals()
  const t = useTexts('contactList').contactList.items
  return (
    <Select<string>
      label={t.filter}
      value={items.filters.value.valid}
      options={[{ value: '', label: t.all }, ...validities.map((value) => ({ value, label: t.validities[value] }))]}
      onValueChange={(value) => items.setFilter('valid', value)}
    />
  )
}

function useContactList(data: ContactListItemsData) {
  const { live } = useApp()
  const [list, setList] = useState(data.list)
  useEffect(
    () =>
      live.subscribe('contactList', (event) => {
        if (event.action !== 'delete' && event.contactList.id === data.list.id) setList(event.contactList)
      }),
    [live, data.list.id],
  )
  return list
}

const icons = { valid: CircleCheck, invalid: CircleSlash, unknown: CircleDashed }
const kinds = { valid: 'success', invalid: 'danger', unknown: 'neutral' } as const

function useColumns(): Column<ContactListItemView>[] {
  const t = useTexts('contactList').contactList.items
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.name,
      cell: ({ name, isSuppressed }) => (
        <span className="contact-list-person inline-row wraps">
          <bdi>{name}</bdi>
          {isSuppressed && (
            <StatusPill kind="warning" icon={Ban} help={t.suppressedHelp}>
              {t.suppressed}
            </StatusPill>
          )}
        </span>
      ),
    },
    {
      id: 'valid',
      compact: 'value',
      header: t.columns.valid,
      width: '150px',
      cell: (item) => {
        const validity = validityOf(item)
        return (
          <StatusPill kind={kinds[validity]} icon={icons[validity]} help={t.validityHelp[validity]}>
            {t.validities[validity]}
          </StatusPill>
        )
      },
    },
    {
      id: 'number',
      compact: 'value',
      header: t.columns.number,
      width: '190px',
      cell: ({ number }) => <span className="tabular">{format.phone(number)}</span>,
    },
    {
      id: 'email',
      header: t.columns.email,
      width: '120px',
      cell: ({ email }) => (email ? <span className="truncate">{email}</span> : <NoValue />),
    },
    {
      id: 'extra',
      header: t.columns.extra,
      wideOnly: true,
      cell: ({ extra }) => (
        <span className="subtle">
          {Object.entries(extra)
            .filter(([, value]) => value !== '')
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · ')}
        </span>
      ),
    },
  ]
}

function useListImports(listId: number, first: ContactImportView[]) {
  useSignals()
  const { api, live } = useApp()
  const model = useMemo(
    () => createImports(() => api.get('/contact-lists/:id/imports', { params: { id: listId } }), first, listId),
    [api, listId],
  )
  useEffect(() => model.follow(live), [model, live])
  return { imports: model.imports.value, load: model.load }
}

/** The newest import, while it runs and for an hour after. */
function ListImports({ imports, load }: ReturnType<typeof useListImports>) {
  const { renderedAt } = useApp()
  const isRecent = ({ finishedAt }: ContactImportView) =>
    finishedAt === null || renderedAt.getTime() - Date.parse(finishedAt) < shownMs
  const [newest] = imports.filter(isRecent)
  if (!newest) return null
  return (
    <div className="contact-list-summary stack gap-3">
      <ul>
        <ImportCard key={newest.id} contactImport={newest} onChange={load} />
      </ul>
    </div>
  )
}

function ListImportMapping({ list, upload, onStarted, close }: ListImportMappingProps) {
  function started() {
    close()
    onStarted()
  }
  return (
    <Screen
      header={<PageHeader title={<bdi>{list.name}</bdi>} back={links.contactLists()} />}
      length={0}
      onEndReached={() => {}}
    >
      <div className="contact-import">
        <ImportMapping upload={upload} listId={list.id} onStarted={started} onDiscard={close} />
      </div>
    </Screen>
  )
}
