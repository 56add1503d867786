import { useEffect } from 'react'
import { useFormat, useTexts } from '../i18n/i18n'
import { EmptyState, ErrorState } from '../ui/feedback/feedback'
import { useUi } from '../ui/context/ui-context'
import { ColumnChart } from './column-chart'
import { useFigureLinks } from './figure'
import type { DashboardCharts } from './load-dashboard'
import { scaleLinear } from '@visx/scale'
import { Avatar } from '../ui/display/avatar'

export function TicketCharts({ charts, onRetry }: { charts: DashboardCharts | undefined; onRetry: () => void }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.charts
  const { toast } = useUi()
  const failed = charts === undefined
  useEffect(() => {
    if (failed) toast.error(t.failed)
  }, [failed, toast, t])
  if (!charts) return <ErrorState title={t.failed} onRetry={onRetry} compact />
  return (
    <div className="ticket-charts">
      <TicketsOverTime days={charts.days} />
      <TicketsPerUser users={charts.users} />
    </div>
  )
}

function TicketsOverTime({ days }: { days: DashboardCharts['days'] }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.charts
  const format = useFormat()
  const linksOf = useFigureLinks()
  const linkAt = (shown: string) => {
    const day = shown.split('/').reverse().join('-')
    return linksOf?.({ from: day, to: day }).started
  }
  const hourly = days.data.some((one) => 'horario' in one)
  const bars = days.data.map((one) =>
    'horario' in one
      ? { name: t.hourOf(String(one.horario).padStart(2, '0')), short: `${one.horario}`, value: one.total }
      : { name: one.data, short: one.data.slice(0, 5), value: one.total, href: linkAt(one.data) },
  )
  const title = hourly ? t.perHour : t.perDay
  return (
    <section className="dashboard-card" aria-labelledby="tickets-over-time">
      <header className="dashboard-card-head row wraps">
        <h2 id="tickets-over-time">{title}</h2>
        <span className="dashboard-card-note">{t.total(format.number(days.count))}</span>
      </header>
      {days.count === 0 ? (
        <EmptyState title={t.emptyDays} compact />
      ) : (
        <ColumnChart label={title} bars={bars} headers={[hourly ? t.hour : t.day, t.tickets]} tableLabel={t.asTable} />
      )}
    </section>
  )
}

function TicketsPerUser({ users }: { users: DashboardCharts['users'] }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.charts
  const format = useFormat()
  const count = users.data.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className="dashboard-card" aria-labelledby="tickets-per-user">
      <header className="dashboard-card-head row wraps">
        <h2 id="tickets-per-user">{t.perUser}</h2>
        <span className="dashboard-card-note">{t.total(format.number(count))}</span>
      </header>
      {count === 0 ? (
        <EmptyState title={t.emptyUsers} compact />
      ) : (
        <RowChart label={t.perUser} bars={users.data} headers={[t.user, t.tickets]} />
      )}
    </section>
  )
}

interface RowChartProps {
  label: string
  bars: readonly { id: number; name: string; profileImage: string; quantity: number }[]
  headers: readonly [string, string]
}

/** Horizontal bars with names and numbers, which also serve as the table. */
function RowChart({ label, bars, headers }: RowChartProps) {
  const format = useFormat()
  const width = scaleLinear({ domain: [0, Math.max(...bars.map(({ quantity }) => quantity), 1)], range: [0, 100] })
  return (
    <table className="row-chart" aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{headers[0]}</th>
          <th scope="col">{headers[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, name, profileImage, quantity }) => (
          <tr key={id}>
            <th scope="row">
              <Avatar name={name} src={profileImage} size={20} />
              <bdi>{name}</bdi>
            </th>
            <td>
              <span className="row-chart-bar chart-bar" style={{ width: `${width(quantity)}%` }} aria-hidden />
              <span className="tabular">{format.number(quantity)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
