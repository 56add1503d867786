import type { Trends } from '../../src/report/report.calls'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import { EmptyState } from '../ui/feedback/empty-state'
import { ColumnChart } from './column-chart'
import { FigureLink } from './figure-link'
import { useFigureLinks } from './figure-links'

/** Conversations started and finished over the period, with all figures of each day in a table. */
export function VolumeChart({ trends: { by, points } }: { trends: Trends }) {
  const { dashboard: texts } = useTexts('dashboard')
  const t = texts.volume
  const format = useFormat()
  const nameOf = (at: string) => (by === 'hour' ? texts.charts.hourOf(at) : displayDay(at))
  const shortOf = (at: string) => (by === 'hour' ? String(Number(at)) : displayDay(at).slice(0, 5))
  const linksOf = useFigureLinks()
  const linksAt = (at: string) => (by === 'day' ? linksOf?.({ from: at, to: at }) : undefined)
  const numbers = (name: 'received' | 'sent' | 'leads') => points.map((point) => format.number(point[name]))
  const finished = points.map(({ at, finished: count }) => (
    <FigureLink key={at} href={linksAt(at)?.finished} label={nameOf(at)} value={format.number(count)} />
  ))
  const durations = (name: 'avgWaitTime' | 'avgSupportTime') => points.map((point) => format.duration(point[name]))
  const isEmpty = points.every(({ started, finished }) => started + finished === 0)
  return (
    <section className="dashboard-card volume-chart" aria-labelledby="volume">
      <header className="dashboard-card-head row wraps">
        <h2 id="volume">{t.title}</h2>
        <ul className="volume-legend note-text">
          <li data-series="started">{t.started}</li>
          <li data-series="finished">{t.finished}</li>
        </ul>
      </header>
      {isEmpty ? (
        <EmptyState title={texts.charts.emptyDays} compact />
      ) : (
        <ColumnChart
          label={t.title}
          bars={points.map(({ at, started }) => ({
            name: nameOf(at),
            short: shortOf(at),
            value: started,
            href: linksAt(at)?.started,
          }))}
          line={points.map(({ finished }) => finished)}
          headers={[by === 'hour' ? texts.charts.hour : texts.charts.day, t.started]}
          further={[
            { header: t.finished, values: finished },
            { header: texts.cards.leads, values: numbers('leads') },
            { header: texts.cards.received, values: numbers('received') },
            { header: texts.cards.sent, values: numbers('sent') },
            { header: texts.cards.avgWait, values: durations('avgWaitTime') },
            { header: texts.cards.avgSupport, values: durations('avgSupportTime') },
          ]}
          tableLabel={texts.charts.asTable}
        />
      )}
    </section>
  )
}
