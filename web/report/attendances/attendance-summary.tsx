import { useState, type ReactNode } from 'react'
import type { AttendanceSummary, AttendanceSummaryRow, AttendanceTotals } from '../../../src/report/report.calls'
import { type AttendanceGroup, attendanceGroups } from '../../../src/report/report.contract'
import { useTableChoices } from '../../app/use-table-choices'
import { displayDay } from '../../i18n/format'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { type Column, DataTable } from '../../ui/table/data-table'
import { Field } from '../../ui/field/field'
import { Select } from '../../ui/select/select'
import { ColumnChart } from '../column-chart'
import { FigureLink, reportLink, FigureChange } from '../figure'
import type { AttendanceQuery } from './attendance-query'

interface AttendanceTotalsRowProps {
  totals: AttendanceTotals
  previous: AttendanceTotals | undefined
  closedHref: string | undefined
}

interface AttendanceSummaryProps {
  query: AttendanceQuery
  summary: AttendanceSummary
  loading: boolean
  onGroup: (groupBy: AttendanceGroup) => void
}

export function AttendanceSummaryPart({ query, summary, loading, onGroup }: AttendanceSummaryProps) {
  const t = useTexts('attendances').attendances.summary
  const { groupBy, previous, totals, rows } = summary
  const isTime = groupBy === 'day' || groupBy === 'month'
  return (
    <section className="attendance-summary stack gap-3" aria-labelledby="summary" aria-busy={loading || undefined}>
      <header className="attendance-summary-head">
        <h2 id="summary">{t.title}</h2>
        <Field label={t.groupBy}>
          <Select<AttendanceGroup>
            value={query.groupBy}
            onValueChange={onGroup}
            options={attendanceGroups.map((value) => ({
              value,
              label: t.groups[value === 'day' && isTime ? groupBy : value],
            }))}
          />
        </Field>
        <AttendanceTotalsRow
          totals={totals}
          previous={previous?.totals}
          closedHref={query.counts === '' ? reportLink({ ...query, counts: 'resolved', page: 1 }) : undefined}
        />
      </header>
      {rows.length > 0 &&
        (isTime ? <TimeChart query={query} summary={summary} /> : <Groups query={query} summary={summary} />)}
      <Help query={query} summary={summary} />
    </section>
  )
}

function Help({ query, summary: { groupBy, previous } }: Pick<AttendanceSummaryProps, 'query' | 'summary'>) {
  const t = useTexts('attendances').attendances.summary
  const isTwice = query.counts === ''
  const sentences = [
    t.counted[query.counts || 'any'],
    groupBy === 'day' && isTwice && t.twice.day,
    (groupBy === 'tag' || groupBy === 'user') && t.twice[groupBy],
    !query.withUnattended && t.unattended,
    previous && t.comparedTo(displayDay(previous.period.from), displayDay(previous.period.to)),
  ]
  return <p className="note-text">{sentences.filter(Boolean).join(' ')}</p>
}

const filterNames = { queue: 'queueIds', user: 'users', connection: 'whatsappId', tag: 'tags' } as const

function filterOfRow(query: AttendanceQuery, groupBy: AttendanceSummary['groupBy'], row: AttendanceSummaryRow) {
  if (row.days) return { ...query, period: '' as const, dateFrom: row.days.from, dateTo: row.days.to, page: 1 }
  if (groupBy === 'day' || groupBy === 'month' || row.id === null) return query
  return { ...query, [filterNames[groupBy]]: [row.id], page: 1 }
}

function useRowFigures({ query, summary }: Pick<AttendanceSummaryProps, 'query' | 'summary'>) {
  const t = useTexts('attendances').attendances
  const format = useFormat()
  const { groupBy } = summary
  const nameOf = ({ name, days }: AttendanceSummaryRow) => {
    if (days && groupBy === 'month') return displayDay(days.from).slice(3)
    if (days) return displayDay(days.from)
    return name || (groupBy === 'day' || groupBy === 'month' ? '' : t.filters.without[groupBy])
  }
  return {
    nameOf,
    hrefOf: (row: AttendanceSummaryRow) =>
      row.totals.total > 0 ? reportLink(filterOfRow(query, groupBy, row)) : undefined,
    total: (row: AttendanceSummaryRow) => format.number(row.totals.total),
    closed(row: AttendanceSummaryRow) {
      const shown = format.number(row.totals.closed)
      // Of tickets that were opened in the days, those resolved in them have no list of their own.
      if (query.counts === 'opened' || row.totals.closed === 0) return shown
      const href = reportLink({ ...filterOfRow(query, groupBy, row), counts: 'resolved' })
      return <FigureLink href={href} label={`${t.totals.closed}, ${nameOf(row)}`} value={shown} />
    },
    change: ({ totals, previous }: AttendanceSummaryRow) =>
      previous === null ? t.none : <FigureChange value={totals.total} before={previous} />,
    supportTime: ({ totals: { supportTime } }: AttendanceSummaryRow) =>
      supportTime === null ? t.none : format.duration(supportTime),
    rating: ({ totals: { rating } }: AttendanceSummaryRow) => (rating === null ? t.none : format.number(rating, 1)),
  }
}

function TimeChart({ query, summary }: Pick<AttendanceSummaryProps, 'query' | 'summary'>) {
  const texts = useTexts('attendances', 'dashboard')
  const { summary: t, totals } = texts.attendances
  const figures = useRowFigures({ query, summary })
  const { rows, groupBy, previous } = summary
  const label = `${totals.total}: ${t.groups[groupBy]}`
  return (
    <>
      {previous && (
        <ul className="volume-legend note-text">
          <li data-series="present">{t.present}</li>
          <li data-series="previous">{t.previous}</li>
        </ul>
      )}
      <ColumnChart
        label={label}
        bars={rows.map((row) => ({
          name: figures.nameOf(row),
          short: figures.nameOf(row).slice(0, groupBy === 'month' ? 2 : 5),
          value: row.totals.total,
          href: figures.hrefOf(row),
        }))}
        line={previous ? rows.map((row) => row.previous ?? 0) : []}
        headers={[t.groups[groupBy], totals.total]}
        further={[
          { header: t.change, values: rows.map(figures.change) },
          { header: totals.closed, values: rows.map(figures.closed) },
          { header: totals.supportTime, values: rows.map(figures.supportTime) },
          { header: totals.rating, values: rows.map(figures.rating) },
        ]}
        tableLabel={texts.dashboard.charts.asTable}
      />
    </>
  )
}

const firstRows = 8

function Groups({ query, summary }: Pick<AttendanceSummaryProps, 'query' | 'summary'>) {
  const { summary: t, totals } = useTexts('attendances').attendances
  const format = useFormat()
  const [all, setAll] = useState(false)
  const figures = useRowFigures({ query, summary })
  const { rows, groupBy } = summary
  const max = Math.max(...rows.map((row) => row.totals.total), 1)
  const columns: Column<AttendanceSummaryRow>[] = [
    {
      id: 'name',
      header: t.groups[groupBy],
      share: 30,
      cell: (row) => <bdi className="attendance-text truncate">{figures.nameOf(row)}</bdi>,
    },
    {
      id: 'total',
      header: totals.total,
      share: 70,
      compact: 'labelled',
      cell: (row) => (
        <span className="attendance-bar">
          <span
            className="row-chart-bar chart-bar"
            style={{ width: `${(row.totals.total / max) * 100}%`, background: row.color ?? undefined }}
            aria-hidden
          />
          <FigureLink href={figures.hrefOf(row)} label={figures.nameOf(row)} value={figures.total(row)} />
        </span>
      ),
    },
    { id: 'change', header: t.change, align: 'end', compact: 'value', cell: figures.change },
    { id: 'closed', header: totals.closed, align: 'end', compact: 'labelled', cell: figures.closed },
    { id: 'supportTime', header: totals.supportTime, align: 'end', wideOnly: true, cell: figures.supportTime },
    { id: 'rating', header: totals.rating, align: 'end', wideOnly: true, cell: figures.rating },
  ]
  return (
    <>
      <DataTable
        label={t.title}
        columns={columns}
        kept={useTableChoices('/reports:summary')}
        rows={all ? rows : rows.slice(0, firstRows)}
        rowKey={({ id }) => id ?? 0}
        empty={null}
      />
      {!all && rows.length > firstRows && (
        <Button size="s" variant="ghost" onClick={() => setAll(true)}>
          {t.all(format.number(rows.length))}
        </Button>
      )}
    </>
  )
}

function AttendanceTotalsRow({ totals, previous, closedHref }: AttendanceTotalsRowProps) {
  const { attendances: t } = useTexts('attendances')
  const format = useFormat()
  const { total, closed, supportTime, rated, rating } = totals
  const change = (name: 'total' | 'closed' | 'supportTime', better?: 'more' | 'less') => {
    const [value, before] = [totals[name], previous?.[name]]
    const isKnown = value !== null && before !== null && before !== undefined
    return isKnown && <FigureChange value={value} before={before} better={better} />
  }
  const resolved = <FigureLink href={closedHref} label={t.totals.closed} value={format.number(closed)} />
  const parts: [string, ReactNode, ReactNode?][] = [
    [t.totals.total, format.number(total), change('total')],
    [t.totals.closed, resolved, change('closed', 'more')],
    [t.totals.supportTime, supportTime === null ? t.none : format.duration(supportTime), change('supportTime', 'less')],
    [t.totals.rating, rating === null ? t.none : t.totals.ratingOf(format.number(rating), rated)],
  ]
  return (
    <dl className="attendance-totals" aria-label={t.totals.label}>
      {parts.map(([name, value, changed]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {changed}
          </dd>
        </div>
      ))}
    </dl>
  )
}
