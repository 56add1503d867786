import { useEffect, useState } from 'react'
import { slaKinds } from '../../src/queue/sla/queue-sla.contract'
import type { SlaReport, SlaShares } from '../../src/sla/sla-report.answers'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { readRefused } from '../i18n/error-text'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Button } from '../ui/button/button'
import { Link } from '../ui/display/link'
import { EmptyState } from '../ui/feedback/feedback'
import { DateInput, isWholeDate } from '../ui/field/date-input'
import { Field } from '../ui/field/field'
import { Download, Hourglass } from '../ui/icons'
import { PageHeader, Screen } from '../ui/layout/screen'
import { durationText } from '../ui/text/duration-text'
import { type Column, DataTable } from '../ui/table/data-table'

const presets = [7, 30, 90] as const

export function page({ data }: PageProps<SlaReport>) {
  const t = useTexts('sla').sla
  const { api, navigation } = useApp()
  const errorText = useErrorText()
  const [report, setReport] = useState(data)
  const [error, setError] = useState<string>()
  usePageTitle(t.title)
  useEffect(() => setReport(data), [data])

  async function ask(query: { days?: number; date_from?: string; date_to?: string }) {
    try {
      setReport(await api.get('/sla/report', { query }))
      setError(undefined)
      const words = Object.entries(query).map(([name, value]) => [name, String(value)])
      navigation.replaceQuery(new URLSearchParams(words))
    } catch (cause) {
      const { date_from, date_to } = readRefused(cause)?.fields ?? {}
      setError(errorText(date_to ?? date_from ?? cause))
    }
  }

  const isEmpty = report.weeks.length === 0
  return (
    <Screen header={<PageHeader title={t.title} actions={<ExportButton report={report} />} />}>
      <div className="sla-report">
        <Period report={report} error={error} ask={(query) => void ask(query)} />
        {isEmpty ? (
          <EmptyState icon={Hourglass} title={t.emptyTitle} text={t.emptyText} />
        ) : (
          <>
            <Shares title={t.queues} rows={report.queues.map((row) => ({ ...row, name: row.name || t.noQueue }))} />
            <Shares title={t.users} rows={report.users.map((row) => ({ ...row, name: row.name || t.noUser }))} />
            <Shares
              title={t.weeks}
              rows={report.weeks.map((row) => ({ ...row, id: row.from, name: dayText(row.from) }))}
            />
            <Worst rows={report.worst} />
          </>
        )}
      </div>
    </Screen>
  )
}

const dayText = (day: string) => day.split('-').reverse().join('/')

interface PeriodProps {
  report: SlaReport
  error: string | undefined
  ask: (query: { days?: number; date_from?: string; date_to?: string }) => void
}

function Period({ report: { period }, error, ask }: PeriodProps) {
  const t = useTexts('sla').sla
  const [days, setDays] = useState({ date_from: period.from, date_to: period.to })
  useEffect(() => setDays({ date_from: period.from, date_to: period.to }), [period.from, period.to])

  function change(changed: Partial<typeof days>) {
    const next = { ...days, ...changed }
    setDays(next)
    if (next.date_from && next.date_to && isWholeDate(next.date_from) && isWholeDate(next.date_to)) ask(next)
  }

  return (
    <div className="sla-period">
      <Field label={t.from}>
        <DateInput value={days.date_from} onValueChange={(date_from) => change({ date_from })} />
      </Field>
      <Field label={t.to} error={error}>
        <DateInput value={days.date_to} onValueChange={(date_to) => change({ date_to })} />
      </Field>
      <div className="row wraps" role="group" aria-label={t.presets}>
        {presets.map((count) => (
          <Button
            key={count}
            variant={period.days === count ? 'secondary' : 'ghost'}
            aria-pressed={period.days === count}
            onClick={() => ask({ days: count })}
          >
            {t.lastDays(count)}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ShareRow = SlaShares & { id: number | string; name: string }

function Shares({ title, rows }: { title: string; rows: readonly ShareRow[] }) {
  const texts = useTexts('sla')
  const t = texts.sla
  const format = useFormat()
  const columns: Column<ShareRow>[] = [
    { id: 'name', header: title, cell: ({ name }) => <bdi>{name}</bdi> },
    ...slaKinds.map((kind): Column<ShareRow> => ({
      id: kind,
      header: texts.ticket.due.kinds[kind],
      sortValue: (row) => (row[kind].all === 0 ? -1 : row[kind].kept / row[kind].all),
      cell: (row) => {
        const { kept, all } = row[kind]
        if (all === 0) return <span className="subtle">—</span>
        return (
          <span className="tabular">
            {format.percent(Math.floor((kept / all) * 100))}{' '}
            <span className="subtle sla-count">{t.keptOf(kept, all)}</span>
          </span>
        )
      },
    })),
  ]
  return (
    <section className="stack gap-2" aria-label={title}>
      <h2 className="sla-heading">{title}</h2>
      <DataTable label={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </section>
  )
}

type WorstRow = SlaReport['worst'][number]

function Worst({ rows }: { rows: readonly WorstRow[] }) {
  const texts = useTexts('sla')
  const t = texts.sla
  const format = useFormat()
  if (rows.length === 0) return null
  const columns: Column<WorstRow>[] = [
    {
      id: 'contact',
      header: t.contact,
      cell: ({ uuid, contact, ticketId }) => (
        <Link href={links.ticket(uuid)}>
          <bdi>{contact || `#${ticketId}`}</bdi>
        </Link>
      ),
    },
    { id: 'kind', header: t.kind, cell: ({ kind }) => texts.ticket.due.kinds[kind] },
    {
      id: 'over',
      header: t.over,
      cell: ({ overMinutes, endedAt }) => (
        <span className="tabular">
          {durationText(overMinutes)} {endedAt === null && <span className="subtle">{t.stillOpen}</span>}
        </span>
      ),
    },
    { id: 'queue', header: t.queue, wideOnly: true, cell: ({ queue }) => queue || t.noQueue },
    { id: 'user', header: t.user, wideOnly: true, cell: ({ user }) => user || t.noUser },
    { id: 'due', header: t.due, wideOnly: true, cell: ({ dueAt }) => format.dateTime(dueAt) },
  ]
  return (
    <section className="stack gap-2" aria-label={t.worst}>
      <h2 className="sla-heading">{t.worst}</h2>
      <DataTable label={t.worst} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </section>
  )
}

function ExportButton({ report }: { report: SlaReport }) {
  const texts = useTexts('sla')
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      // A large library that is rarely needed.
      const { exportSla } = await import('./export-sla')
      exportSla(report, texts)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button icon={Download} loading={busy} disabled={report.weeks.length === 0} onClick={() => save()}>
      {texts.sla.export}
    </Button>
  )
}
