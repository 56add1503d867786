import type { ReactNode } from 'react'
import type { AttendanceTotals } from '../../../src/report/report.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { FigureChange } from '../figure-change'
import { FigureLink } from '../figure-link'

interface AttendanceTotalsRowProps {
  totals: AttendanceTotals
  /** Of the period before. */
  previous: AttendanceTotals | undefined
  /** The list of the resolved ones. */
  closedHref: string | undefined
}

/** Totals over all pages of the report, with their changes. */
export function AttendanceTotalsRow({ totals, previous, closedHref }: AttendanceTotalsRowProps) {
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
