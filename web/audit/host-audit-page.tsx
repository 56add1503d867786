import { useSignals } from '@preact/signals-react/runtime'
import type { HostAuditView } from '../../src/platform/audit/host-audit.calls'
import type { AuditWords } from '../../src/kernel/audit/send-audit-sheet'
import { hostAuditTypes } from '../../src/platform/audit/host-audit.contract'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import type { RecordList } from '../records/record-list'
import { loadRecords, recordSource } from '../records/record-source'
import { useRecordList } from '../records/use-record-list'
import { optionsOf } from '../ui/select/option'
import { Select } from '../ui/select/select'
import type { Column } from '../ui/table/data-table'
import { NoValue, TableMoment } from '../ui/table/table-cells'
import { AuditScreen, DayFilters, FactsDialog } from './audit-parts'
import { auditQueryOf, shownQuery } from './audit-records'
import { useAuditWords } from './use-audit-words'

type FilterName = 'type' | 'company' | 'from' | 'to'

const entries = recordSource('/host-audit', {
  filters: ['type', 'company', 'from', 'to'],
  pageSize: 50,
  query: ({ last, ...request }) => ({
    ...auditQueryOf<FilterName>(request),
    ...(last && { after: `${Date.parse(last.at)}.${last.id}` }),
  }),
  compare: (a: HostAuditView, b: HostAuditView) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id,
  matches: () => true,
})

interface HostAuditData {
  page: ListPage<HostAuditView>
  companies: { id: number; name: string }[]
}

export async function load(api: ApiClient, _: object, query: URLSearchParams): Promise<HostAuditData> {
  const [page, companies] = await Promise.all([loadRecords(entries, api, query), api.get('/companies/list')])
  return { page, companies: companies.map(({ id, name }) => ({ id, name })) }
}

/** What the catalog keeps for a year: sign-ins, companies, payments, support and settings of the host. */
export function page({ data }: PageProps<HostAuditData>) {
  useSignals()
  const { host: t, ...texts } = useTexts('audit').audit
  const { api } = useApp()
  const list = useRecordList(entries, data.page)
  const words = useAuditWords().host
  return (
    <AuditScreen
      list={list}
      texts={{ ...texts, ...t }}
      columns={useColumns(words)}
      filters={<Filters list={list} companies={data.companies} words={words} />}
      fileName={words.fileName}
      fetchFile={(exportId, signal) =>
        api.file('/host-audit/export', { query: { ...shownQuery(list), format: 'xlsx', exportId }, signal })
      }
      details={(entry, close) => <EntryDialog entry={entry} words={words} close={close} />}
    />
  )
}

interface FiltersProps {
  list: RecordList<HostAuditView, FilterName>
  companies: HostAuditData['companies']
  words: AuditWords['host']
}

function Filters({ list, companies, words }: FiltersProps) {
  useSignals()
  const { host: t, filters } = useTexts('audit').audit
  const { type, company } = list.filters.value
  return (
    <div className="audit-filters wrap-row" role="group" aria-label={filters.label}>
      <Select<string>
        label={filters.category}
        value={type}
        options={[
          { value: '', label: filters.allCategories },
          ...hostAuditTypes.map((value) => ({ value, label: words.action(value) })),
        ]}
        onValueChange={(value) => list.setFilter('type', value)}
      />
      <Select<string>
        label={t.columns.company}
        value={company}
        options={[
          { value: '', label: t.allCompanies },
          ...optionsOf(companies).map(({ value, label }) => ({ value: String(value), label })),
        ]}
        onValueChange={(value) => list.setFilter('company', value)}
      />
      <DayFilters list={list} />
    </div>
  )
}

const nameOf = ({ companyId, companyName }: HostAuditView) => companyName || (companyId === null ? '' : `#${companyId}`)

function useColumns(words: AuditWords['host']): Column<HostAuditView>[] {
  const { columns: t, host } = useTexts('audit').audit
  const text = (value: string) => (value ? <bdi>{value}</bdi> : <NoValue />)
  return [
    { id: 'at', header: t.at, width: '130px', cell: ({ at }) => <TableMoment at={at} /> },
    {
      id: 'type',
      compact: 'value',
      header: t.action,
      width: '190px',
      cell: ({ type }) => words.action(type),
    },
    { id: 'company', compact: 'value', header: host.columns.company, width: '150px', cell: (one) => text(nameOf(one)) },
    { id: 'user', compact: 'value', header: t.by, width: '190px', cell: ({ user }) => text(user) },
    { id: 'whom', header: host.columns.whom, width: '150px', wideOnly: true, cell: ({ whom }) => text(whom) },
    { id: 'address', header: t.address, width: '120px', cell: ({ address }) => text(address) },
    {
      id: 'facts',
      header: host.columns.facts,
      wideOnly: true,
      cell: ({ type, details }) => (
        <span className="two-lines subtle">{words.details(type, details).join('; ') || <NoValue />}</span>
      ),
    },
  ]
}

interface EntryProps {
  entry: HostAuditView
  words: AuditWords['host']
  close: () => void
}

function EntryDialog({ entry, words, close }: EntryProps) {
  const { columns: t, host } = useTexts('audit').audit
  const format = useFormat()
  const facts = words.details(entry.type, entry.details)
  return (
    <FactsDialog
      facts={[
        [t.at, format.dateTime(entry.at)],
        [t.action, words.action(entry.type)],
        [host.columns.company, nameOf(entry)],
        [t.by, entry.user],
        [host.columns.whom, entry.whom],
        [t.address, entry.address],
        [host.columns.facts, facts.length === 0 ? '' : facts],
      ]}
      close={close}
    />
  )
}
