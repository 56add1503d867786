import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { AttendanceFilters } from './attendance-filters'
import { allAttendances, type AttendanceQuery } from './attendance-query'

interface AttendanceFilterSheetProps {
  query: AttendanceQuery
  /** Tickets found; undefined while they are counted. */
  total: number | undefined
  onChange: (change: Partial<AttendanceQuery>) => void
  onClose: () => void
}

/** The filters on a phone. They apply at once, so that the button tells how many tickets are found. */
export function AttendanceFilterSheet({ query, total, onChange, onClose }: AttendanceFilterSheetProps) {
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
