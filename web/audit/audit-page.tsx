import { useSignals } from '@preact/signals-react/runtime'
import type { AuditEntryView } from '../../src/audit/audit.calls'
import { auditCategories } from '../../src/kernel/audit/audit.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import type { RecordList } from '../records/record-list'
import { useRecordList } from '../records/use-record-list'
import { Link } from '../ui/display/link'
import { Select } from '../ui/select/select'
import { optionsOf } from '../ui/select/option'
import type { Column } from '../ui/table/data-table'
import { NoValue, TableMoment } from '../ui/table/table-cells'
import type { AuditWords as AllWords } from '../../src/kernel/audit/send-audit-sheet'
import { AuditScreen, DayFilters, FactsDialog } from './audit-parts'
import { useAuditWords } from './use-audit-words'
import { type AuditData, type AuditFilterName, auditRecords, loadAudit, shownQuery } from './audit-records'
import { atField, links } from '../app/links'

type AuditWords = AllWords['company']

export const load = loadAudit

export function page({ data }: PageProps<AuditData>) {
  useSignals()
  const t = useTexts('audit').audit
  const { api } = useApp()
  const words = useAuditWords().company
  const list = useRecordList(auditRecords, data.page)
  return (
    <AuditScreen
      list={list}
      texts={t}
      columns={useAuditColumns(words)}
      filters={<AuditFilters list={list} users={data.users} />}
      fileName={words.fileName}
      fetchFile={(exportId, signal) =>
        api.file('/audit/export', { query: { ...shownQuery(list), format: 'xlsx', exportId }, signal })
      }
      details={(entry, close) => <EntryDialog entry={entry} words={words} close={close} />}
    />
  )
}

interface AuditFiltersProps {
  list: RecordList<AuditEntryView, AuditFilterName>
  users: AuditData['users']
}

function AuditFilters({ list, users }: AuditFiltersProps) {
  useSignals()
  const t = useTexts('audit').audit.filters
  const { categories } = useTexts('audit').audit
  const { by: others } = useTexts('auditWords').auditWords
  const { by, category } = list.filters.value
  return (
    <div className="audit-filters wrap-row" role="group" aria-label={t.label}>
      <Select<string>
        label={t.category}
        value={category}
        options={[
          { value: '', label: t.allCategories },
          ...auditCategories.map((value) => ({ value, label: categories[value] })),
        ]}
        onValueChange={(value) => list.setFilter('category', value)}
      />
      <Select<string>
        label={t.by}
        value={by}
        options={[
          { value: '', label: t.everyone },
          ...optionsOf(users).map(({ value, label }) => ({ value: String(value), label })),
          ...(['host', 'token', 'system'] as const).map((value) => ({ value, label: others[value] })),
        ]}
        onValueChange={(value) => list.setFilter('by', value)}
      />
      <DayFilters list={list} />
    </div>
  )
}

function useAuditColumns(words: AuditWords): Column<AuditEntryView>[] {
  const t = useTexts('audit').audit.columns
  return [
    { id: 'at', header: t.at, width: '150px', cell: ({ at }) => <TableMoment at={at} /> },
    {
      id: 'by',
      compact: 'value',
      header: t.by,
      width: '200px',
      cell: (entry) => <bdi>{words.by(entry)}</bdi>,
    },
    { id: 'action', compact: 'value', header: t.action, width: '170px', cell: (entry) => words.action(entry.action) },
    {
      id: 'object',
      compact: 'value',
      header: t.object,
      width: '260px',
      cell: (entry) => <ObjectName entry={entry} words={words} />,
    },
    {
      id: 'changes',
      header: t.changes,
      cell: (entry) => (
        <span className="two-lines subtle">{words.changes(entry.object, entry.changes).join('; ') || <NoValue />}</span>
      ),
    },
    {
      id: 'address',
      header: t.address,
      width: '140px',
      wideOnly: true,
      cell: ({ address }) => (address ? <bdi className="tabular">{address}</bdi> : <NoValue />),
    },
  ]
}

interface EntryProps {
  entry: AuditEntryView
  words: AuditWords
}

function ObjectName({ entry, words }: EntryProps) {
  const name = words.name(entry)
  const address = addressOf(entry)
  return (
    <span className="audit-object">
      {words.object(entry.object)}
      {name && ' · '}
      {name && address ? (
        <Link href={address} onClick={(event) => event.stopPropagation()}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}

function EntryDialog({ entry, words, close }: EntryProps & { close: () => void }) {
  const t = useTexts('audit').audit.columns
  const format = useFormat()
  const changes = words.changes(entry.object, entry.changes)
  return (
    <FactsDialog
      facts={[
        [t.at, format.dateTime(entry.at)],
        [t.by, words.by(entry)],
        [t.address, entry.address],
        [t.action, words.action(entry.action)],
        [t.object, <ObjectName key="object" entry={entry} words={words} />],
        [t.changes, changes.length === 0 ? '' : changes],
      ]}
      close={close}
    />
  )
}

const addresses: Readonly<Record<string, (id: number) => string>> = {
  user: links.editUser,
  twoFactor: links.editUser,
  passkey: links.editUser,
  device: links.editUser,
  session: links.editUser,
  role: links.editRole,
  connection: links.editConnection,
  connectionWebhook: links.editConnection,
  queue: links.editQueue,
  campaign: links.editCampaign,
  tag: links.editTag,
  contact: links.contact,
}

/** Where what was acted on is, if it still may be. */
function addressOf({ object, action, objectId, objectName }: AuditEntryView): string | undefined {
  if (action === 'deleted' || action === 'erased') return undefined
  if (object === 'setting') return atField(links.settings(), objectName)
  return objectId === null ? undefined : addresses[object]?.(objectId)
}
