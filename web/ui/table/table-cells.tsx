import { useFormat } from '../../i18n/i18n'

/** A date with its time, or a date alone, in short form. The tooltip has the long form. */
export function TableMoment({ at, isDay }: { at: string; isDay?: boolean }) {
  const format = useFormat()
  return (
    <time className="table-moment" dateTime={at} title={format.dateTime(at)}>
      {isDay ? format.date(at) : format.dateTimeShort(at)}
    </time>
  )
}

/** Marks an empty cell of a table. Cards on phones leave the row out. */
export const NoValue = () => <span className="no-value">—</span>
