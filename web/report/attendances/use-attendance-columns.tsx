import { faceOf } from '../rating-face'
import type { AttendanceReportRow } from '../../../src/report/report.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import type { Column } from '../../ui/table/data-table'
import { NoValue } from '../../ui/table/no-value'

export function useAttendanceColumns(): Column<AttendanceReportRow>[] {
  const { attendances: t } = useTexts('attendances')
  const format = useFormat()
  const name = (text: string) => (text === '' ? <NoValue /> : <bdi className="attendance-text">{text}</bdi>)
  return [
    { id: 'contact', header: t.columns.contact, cell: ({ contactName }) => name(contactName) },
    { id: 'id', header: t.columns.id, width: '60px', cell: ({ id }) => <span className="tabular">{id}</span> },
    {
      id: 'connection',
      header: t.columns.connection,
      compact: 'value',
      wideOnly: true,
      cell: ({ whatsappName }) => name(whatsappName),
    },
    { id: 'user', header: t.columns.user, compact: 'value', cell: ({ userName }) => name(userName) },
    { id: 'queue', header: t.columns.queue, compact: 'value', cell: ({ queueName }) => name(queueName) },
    { id: 'status', header: t.columns.status, compact: 'value', cell: ({ status }) => t.statuses[status] },
    {
      id: 'lastMessage',
      compact: 'value',
      header: t.columns.lastMessage,
      wideOnly: true,
      cell: ({ lastMessage }) => (
        <span className="attendance-text" dir="auto">
          {lastMessage}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      compact: 'labelled',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'closedAt',
      compact: 'labelled',
      header: t.columns.closedAt,
      cell: ({ closedAt }) => (closedAt === null ? name('') : <Moment at={closedAt} />),
    },
    {
      id: 'supportTime',
      compact: 'labelled',
      header: t.columns.supportTime,
      wideOnly: true,
      cell: ({ supportTime }) => (supportTime === null ? name('') : format.duration(supportTime)),
    },
    {
      id: 'rating',
      compact: 'labelled',
      header: t.columns.rating,
      cell: ({ NPS }) =>
        NPS === null ? (
          name('')
        ) : (
          <span role="img" aria-label={t.ratingOf(NPS)}>
            {faceOf(NPS)} {NPS}
          </span>
        ),
    },
  ]
}

function Moment({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time className="attendance-moment tabular" dateTime={at} title={format.dateTime(at)}>
      {format.dateTimeShort(at)}
    </time>
  )
}
