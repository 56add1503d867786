import type { AttendanceTotals } from '../../../src/report/report.calls'
import { useFormat, useTexts } from '../../i18n/i18n'

/** Totals over all pages of the report. */
export function AttendanceTotalsRow({ totals }: { totals: AttendanceTotals }) {
  const { attendances: t } = useTexts('attendances')
  const format = useFormat()
  const { total, closed, supportTime, rated, rating } = totals
  const parts = [
    [t.totals.total, format.number(total)],
    [t.totals.closed, format.number(closed)],
    [t.totals.supportTime, supportTime === null ? t.none : format.duration(supportTime)],
    [t.totals.rating, rating === null ? t.none : t.totals.ratingOf(format.number(rating), rated)],
  ]
  return (
    <dl className="attendance-totals" aria-label={t.totals.label}>
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
