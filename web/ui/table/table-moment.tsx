import { useFormat } from '../../i18n/i18n'

/** A moment in a table: day and time in short, in full as its tooltip. */
export function TableMoment({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time className="table-moment" dateTime={at} title={format.dateTime(at)}>
      {format.dateTimeShort(at)}
    </time>
  )
}
