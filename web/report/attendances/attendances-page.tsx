import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { AttendanceReportRow } from '../../../src/report/report.calls'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useTableChoices } from '../../app/use-table-choices'
import { useTexts, useFormat } from '../../i18n/i18n'
import type { PageProps } from '../../page/page-definition'
import { usePageTitle } from '../../page/page-context'
import { ReloadFailed } from '../../records/reload-failed'
import { TicketLogDialog } from '../../ticket/ticket-log-dialog'
import { Badge } from '../../ui/display/labels'
import { Button } from '../../ui/button/button'
import { DataTable } from '../../ui/table/data-table'
import { EmptyState } from '../../ui/feedback/feedback'
import { BarChart3, FileSpreadsheet, History, MessageCircle, SlidersHorizontal } from '../../ui/icons'
import { Pager } from '../../ui/table/pager'
import { Screen, PageHeader } from '../../ui/layout/screen'
import { AttendanceFilters } from './attendance-filters'
import { addressOf, type AttendanceQuery, countFilters, pageSizes, allAttendances, filterOf } from './attendance-query'
import { AttendanceSummaryPart } from './attendance-summary'
import { type AttendancesData, fetchAttendances, fetchSummary } from './load-attendances'
import { ReportViewsMenu } from './report-views-menu'
import { useAttendanceColumns } from './use-attendance-columns'
import { Dialog } from '../../ui/dialog/dialog'
import { ExportDialog } from '../../records/export-dialog'
import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../../api/api-client'

export function page({ data }: PageProps<AttendancesData>) {
  useSignals()
  const { attendances: t } = useTexts('attendances')
  const { navigation } = useApp()
  const { model, ask } = useReport(data)
  const [logged, setLogged] = useState<AttendanceReportRow>()
  const [exporting, setExporting] = useState(false)
  const columns = useAttendanceColumns()
  usePageTitle(t.title)
  const query = model.query.value
  const { tickets, totalTickets } = model.report.value
  const { total } = totalTickets
  const failed = model.failed.value
  const retry = () => void model.ask(query)

  // Those of erased contacts have neither.
  const open = ({ uuid }: AttendanceReportRow) => (uuid === '' ? undefined : navigation.go(links.tickets({ uuid })))

  return (
    <Screen
      header={
        <Header
          query={query}
          total={total}
          loading={model.loading.value}
          ask={ask}
          onExport={() => setExporting(true)}
        />
      }
    >
      <AttendanceSummaryPart
        query={query}
        summary={model.summary.value}
        loading={model.loading.value}
        onGroup={(groupBy) => ask({ groupBy })}
      />
      {failed !== undefined && tickets.length > 0 && <ReloadFailed onRetry={retry} />}
      <DataTable
        label={t.title}
        columns={columns}
        kept={useTableChoices()}
        rows={tickets}
        rowKey={({ id }) => id}
        onOpen={open}
        loading={model.loading.value && tickets.length === 0}
        error={tickets.length === 0 ? failed : undefined}
        onRetry={retry}
        actions={(row) =>
          row.uuid === ''
            ? []
            : [
                { label: t.log, icon: History, onSelect: () => setLogged(row) },
                { label: t.open, icon: MessageCircle, onSelect: () => open(row) },
              ]
        }
        empty={<EmptyState icon={BarChart3} title={t.emptyTitle} text={t.emptyText} />}
        footer={
          <Pager page={query.page} pageSize={query.pageSize} pageSizes={pageSizes} total={total} onChange={ask} />
        }
      />
      {logged && <TicketLogDialog ticketId={logged.id} onClose={() => setLogged(undefined)} />}
      {exporting && <ExportAttendancesDialog query={query} total={total} close={() => setExporting(false)} />}
    </Screen>
  )
}

interface HeaderProps {
  query: AttendanceQuery
  total: number
  loading: boolean
  ask: (change: Partial<AttendanceQuery>) => void
  onExport: () => void
}

function Header({ query, total, loading, ask, onExport }: HeaderProps) {
  const { attendances: t } = useTexts('attendances')
  const [isOpen, setOpen] = useState(false)
  const active = countFilters(query)
  return (
    <PageHeader
      title={t.title}
      count={total}
      actions={
        <>
          <Button
            className="attendance-filters-toggle"
            icon={SlidersHorizontal}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t.filters.toggle}
            {active > 0 && <Badge count={active} kind="brand" label={t.filters.active(active)} />}
          </Button>
          <ReportViewsMenu query={query} />
          <Button icon={FileSpreadsheet} disabled={total === 0} onClick={onExport}>
            {t.export.button}
          </Button>
        </>
      }
    >
      <div className="attendance-filters-part">
        <AttendanceFilters query={query} onChange={ask} />
      </div>
      {isOpen && (
        <AttendanceFilterSheet
          query={query}
          total={loading ? undefined : total}
          onChange={ask}
          onClose={() => setOpen(false)}
        />
      )}
    </PageHeader>
  )
}

function useReport(data: AttendancesData) {
  const { api, navigation } = useApp()
  const [model] = useState(() => createAttendances(api, data))
  useEffect(() => model.dispose, [model])
  const [shown, setShown] = useState(data)
  useEffect(() => {
    if (data === shown) return
    setShown(data)
    model.show(data)
  }, [data, shown, model])

  function ask(change: Partial<AttendanceQuery>) {
    const requested = { ...model.query.peek(), page: 1, ...change }
    navigation.replaceQuery(addressOf(requested))
    void model.ask(requested)
  }

  return { model, ask }
}

interface AttendanceFilterSheetProps {
  query: AttendanceQuery
  /** Tickets found; undefined while they are counted. */
  total: number | undefined
  onChange: (change: Partial<AttendanceQuery>) => void
  onClose: () => void
}

/** The filters on a phone. They apply at once, so that the button tells how many tickets are found. */
function AttendanceFilterSheet({ query, total, onChange, onClose }: AttendanceFilterSheetProps) {
  const t = useTexts('attendances').attendances.filters
  const format = useFormat()
  const { period, dateFrom, dateTo, groupBy, pageSize } = query
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.toggle}
      footer={
        <>
          <Button onClick={() => onChange({ ...allAttendances, period, dateFrom, dateTo, groupBy, pageSize })}>
            {t.clear}
          </Button>
          <Button variant="primary" onClick={onClose}>
            <span aria-live="polite">{total === undefined ? t.counting : t.results(format.number(total), total)}</span>
          </Button>
        </>
      }
    >
      <AttendanceFilters query={query} onChange={onChange} />
    </Dialog>
  )
}

/** Maximum rows of an Excel sheet, without the header. */
const xlsxRowsMax = 1_048_575

interface ExportAttendancesDialogProps {
  query: AttendanceQuery
  total: number
  close: () => void
}

function ExportAttendancesDialog({ query, total, close }: ExportAttendancesDialogProps) {
  const t = useTexts('attendances').attendances.export
  const number = useFormat().number(total)
  const { api } = useApp()
  const kind = total > xlsxRowsMax ? 'csv' : 'xlsx'
  return (
    <ExportDialog
      title={t.title}
      text={t.running(number)}
      total={total}
      fileName={`${t.file}.${kind}`}
      done={t.done}
      fetchFile={(exportId, signal) =>
        api.file('/ticketreport/export', { query: { ...filterOf(query), format: kind, exportId }, signal })
      }
      close={close}
    />
  )
}

function createAttendances(api: ApiClient, first: AttendancesData) {
  const query = signal(first.query)
  const report = signal(first.report)
  const summary = signal(first.summary)
  const loading = signal(false)
  const failed = signal<unknown>(undefined)
  let request = new AbortController()
  let shown = summarizedBy(first.query)

  async function ask(requested: AttendanceQuery) {
    request.abort()
    const { signal: abort } = (request = new AbortController())
    const summarized = summarizedBy(requested)
    batch(() => {
      query.value = requested
      loading.value = true
      failed.value = undefined
    })
    try {
      // Another page has the same summary.
      const [answer, counted] = await Promise.all([
        fetchAttendances(api, requested, abort),
        summarized === shown ? summary.peek() : fetchSummary(api, requested, abort),
      ])
      if (abort.aborted) return
      shown = summarized
      batch(() => {
        report.value = answer
        summary.value = counted
      })
    } catch (cause) {
      if (!abort.aborted) failed.value = cause
    } finally {
      if (!abort.aborted) loading.value = false
    }
  }

  function show(data: AttendancesData) {
    request.abort()
    shown = summarizedBy(data.query)
    batch(() => {
      query.value = data.query
      report.value = data.report
      summary.value = data.summary
      loading.value = false
      failed.value = undefined
    })
  }

  return { query, report, summary, loading, failed, ask, show, dispose: () => request.abort() }
}

const summarizedBy = (query: AttendanceQuery) => JSON.stringify([filterOf(query), query.groupBy])
