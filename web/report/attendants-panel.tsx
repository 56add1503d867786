import { Download, Users } from '../ui/icons'
import { useState } from 'react'
import type { AttendantRow, CountedDays, Dashboard } from '../../src/report/report.calls'
import { useTableChoices } from '../app/use-table-choices'
import { useFormat, useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/display/avatar'
import { Button } from '../ui/button/button'
import { type Column, DataTable } from '../ui/table/data-table'
import { EmptyState } from '../ui/feedback/feedback'
import { StatusPill } from '../ui/display/labels'
import { useUi } from '../ui/context/ui-context'
import { FigureLink, useFigureLinks } from './figure'
import type { DashboardCharts } from './load-dashboard'
import { TicketCharts } from './ticket-charts'
import { faceOf } from './rating-face'

interface AttendantsPanelProps {
  dashboard: Dashboard
  charts: DashboardCharts | undefined
  onRetry: () => void
}

export function AttendantsPanel({ dashboard, charts, onRetry }: AttendantsPanelProps) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.attendants
  const columns = useAttendantColumns(dashboard.period)
  const rows = dashboard.attendants
  return (
    <div className="attendants">
      <section className="dashboard-card attendants-card" aria-labelledby="attendants-title">
        <header className="dashboard-card-head row wraps">
          <h2 id="attendants-title">{t.title}</h2>
          <ExportButton rows={rows} />
        </header>
        <DataTable
          label={t.title}
          columns={columns}
          kept={useTableChoices('/:attendants')}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={Users} title={t.emptyTitle} compact />}
        />
      </section>
      <TicketCharts charts={charts} onRetry={onRetry} />
    </div>
  )
}

function ExportButton({ rows }: { rows: readonly AttendantRow[] }) {
  const texts = useTexts('dashboard')
  const t = texts.dashboard.attendants
  const format = useFormat()
  const { toast } = useUi()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      // A large library that is rarely needed.
      const { exportAttendants } = await import('./export-attendants')
      exportAttendants(rows, texts.dashboard, format)
      toast.success(t.exported)
    } catch (cause) {
      reportError(cause)
      toast.error(t.exportFailed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size="s" icon={Download} loading={busy} disabled={rows.length === 0} onClick={() => save()}>
      {t.export}
    </Button>
  )
}

function useAttendantColumns(period: CountedDays): Column<AttendantRow>[] {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.attendants
  const format = useFormat()
  const lists = useFigureLinks()?.(period)
  const figure = (
    id: string,
    header: string,
    valueOf: (row: AttendantRow) => number,
    show: (value: number) => string,
  ): Column<AttendantRow> => ({
    id,
    header,
    align: 'end',
    sortValue: valueOf,
    cell: (row) => <span className="tabular">{show(valueOf(row))}</span>,
  })
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: (row) => <Person row={row} /> },
    {
      id: 'rating',
      header: t.columns.rating,
      align: 'end',
      sortValue: ({ rating }) => rating,
      cell: ({ rating }) => <Rating rating={rating} />,
    },
    {
      ...figure('rated', t.columns.rated, ({ countRating }) => countRating, format.number),
      cell: ({ id, name, countRating }) => (
        <FigureLink
          href={countRating > 0 ? lists?.ratedOf(id) : undefined}
          label={`${t.columns.rated}, ${name}`}
          value={format.number(countRating)}
        />
      ),
    },
    figure('tickets', t.columns.tickets, ({ tickets }) => tickets, format.number),
    figure('wait', t.columns.wait, ({ avgWaitTime }) => avgWaitTime, format.duration),
    figure('support', t.columns.support, ({ avgSupportTime }) => avgSupportTime, format.duration),
    {
      id: 'online',
      header: t.columns.status,
      width: '120px',
      sortValue: ({ online }) => (online ? 0 : 1),
      cell: ({ online }) => (
        <StatusPill kind={online ? 'success' : 'neutral'}>{online ? t.online : t.offline}</StatusPill>
      ),
    },
  ]
}

function Person({ row: { name, profileImage } }: { row: AttendantRow }) {
  return (
    <span className="attendant-person">
      <Avatar name={name} src={profileImage} size={28} />
      <bdi>{name}</bdi>
    </span>
  )
}

/** An average from 1 to 5; a dash without ratings. */
function Rating({ rating }: { rating: number }) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.attendants
  const format = useFormat()
  const said = rating === 0 ? t.noRating : t.ratingOf(format.number(rating, 1))
  return (
    <span className="rating">
      <span className="visually-hidden">{said}</span>
      <span aria-hidden className="rating-face">
        {rating === 0 ? '' : faceOf(rating)}
      </span>
      <span aria-hidden className="tabular">
        {rating === 0 ? '–' : format.number(rating, 1)}
      </span>
    </span>
  )
}
