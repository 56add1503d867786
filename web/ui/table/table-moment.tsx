import { useFormat } from '../../i18n/i18n'

/** A moment in a table: day and time in short, or the day alone; in full as its tooltip. */
export function TableMoment({ at, isDay }: { at: string; isDay?: boolean }) {
  const format = useFormat()
  return (
    <time className="table-moment" dateTime={at} title={format.dateTime(at)}>
      {isDay ? format.date(at) : format.dateTimeShort(at)}
    </time>
  )
}
