import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AuditEntryView } from '../../src/audit/audit.calls'
import { auditCategories } from '../../src/kernel/audit/audit.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { ExportDialog } from '../records/export-dialog'
import type { RecordList } from '../records/record-list'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { Link } from '../ui/display/link'
import { DateInput, isWholeDate } from '../ui/field/date-input'
import { FileSpreadsheet, History } from '../ui/icons'
import { Select } from '../ui/select/select'
import { optionsOf } from '../ui/select/option'
import type { Column } from '../ui/table/data-table'
import { NoValue, TableMoment } from '../ui/table/table-cells'
import { addressOf, type AuditWords, useAuditWords } from './audit-words'
import { type AuditData, type AuditFilterName, auditQueryOf, auditRecords, loadAudit } from './audit-records'

export const load = loadAudit

/** The list counts no further. */
const countMax = 10_000

export function page({ data }: PageProps<AuditData>) {
  useSignals()
  const t = useTexts('audit').audit
  const format = useFormat()
  const words = useAuditWords()
  const list = useRecordList(auditRecords, data.page)
  const [shown, setShown] = useState<AuditEntryView>()
  const [exporting, setExporting] = useState(false)
  const count = list.count.value
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={History}
        columns={useAuditColumns(words)}
        heading={() => (
          <>
            {t.title}{' '}
            <span className="subtle tabular">
              {format.number(count)}
              {count >= countMax && '+'}
            </span>
          </>
        )}
        onRow={setShown}
        filters={<AuditFilters list={list} users={data.users} others={words.others} />}
        headerActions={
          <Button icon={FileSpreadsheet} disabled={count === 0} onClick={() => setExporting(true)}>
            {t.export.button}
          </Button>
        }
      />
      {shown && <EntryDialog entry={shown} words={words} close={() => setShown(undefined)} />}
      {exporting && <ExportAuditDialog list={list} close={() => setExporting(false)} />}
    </>
  )
}

interface AuditFiltersProps {
  list: RecordList<AuditEntryView, AuditFilterName>
  users: AuditData['users']
  others: AuditWords['others']
}

function AuditFilters({ list, users, others }: AuditFiltersProps) {
  useSignals()
  const t = useTexts('audit').audit.filters
  const { categories } = useTexts('audit').audit
  const { by, category, from, to } = list.filters.value
  const day = (name: 'from' | 'to', value: string) => (
    <label className="audit-day">
      <span>{t[name]}</span>
      <DateInput value={value} onValueChange={(day) => isWholeDate(day) && list.setFilter(name, day)} />
    </label>
  )
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
      {day('from', from)}
      {day('to', to)}
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
    { id: 'action', compact: 'value', header: t.action, width: '170px', cell: (entry) => words.action(entry) },
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
      cell: (entry) => <span className="two-lines subtle">{words.changes(entry).join('; ') || <NoValue />}</span>,
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
      {words.object(entry)}
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
  const { audit: t, ui } = useTexts('audit')
  const format = useFormat()
  const changes = words.changes(entry)
  const facts = [
    [t.columns.at, format.dateTime(entry.at)],
    [t.columns.by, words.by(entry)],
    [t.columns.address, entry.address],
    [t.columns.action, words.action(entry)],
  ] as const
  return (
    <Dialog open title={t.entry} onClose={close} footer={<Button onClick={close}>{ui.close}</Button>}>
      <dl className="audit-facts">
        {facts.map(([label, value]) => (
          <div key={label} hidden={value === ''}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t.columns.object}</dt>
          <dd>
            <ObjectName entry={entry} words={words} />
          </dd>
        </div>
        {changes.length > 0 && (
          <div>
            <dt>{t.columns.changes}</dt>
            {changes.map((change) => (
              <dd key={change}>{change}</dd>
            ))}
          </div>
        )}
      </dl>
    </Dialog>
  )
}

interface ExportAuditDialogProps {
  list: RecordList<AuditEntryView, AuditFilterName>
  close: () => void
}

function ExportAuditDialog({ list, close }: ExportAuditDialogProps) {
  const t = useTexts('audit').audit.export
  const format = useFormat()
  const { api } = useApp()
  const total = list.count.peek()
  const query = auditQueryOf({ search: list.searchText.peek(), filters: list.filters.peek() })
  return (
    <ExportDialog
      title={t.title}
      text={t.running(total >= countMax ? `${format.number(total)}+` : format.number(total))}
      total={total}
      fileName={`${t.file}.xlsx`}
      done={t.done}
      fetchFile={(exportId, signal) =>
        api.file('/audit/export', { query: { ...query, format: 'xlsx', exportId }, signal })
      }
      close={close}
    />
  )
}
