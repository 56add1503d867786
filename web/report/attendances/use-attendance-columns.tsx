import { faceOf } from '../rating-face'
import type { AttendanceReportRow } from '../../../src/report/report.calls'
import { ConnectionIcon } from '../../ticket/connection-icon'
import { useFormat, useTexts } from '../../i18n/i18n'
import type { Column } from '../../ui/table/data-table'
import { NoValue } from '../../ui/table/table-cells'

export function useAttendanceColumns(): Column<AttendanceReportRow>[] {
  const { attendances: t } = useTexts('attendances')
  const format = useFormat()
  const name = (text: string) => (text === '' ? <NoValue /> : <bdi className="attendance-text truncate">{text}</bdi>)
  return [
    { id: 'contact', header: t.columns.contact, share: 27, cell: ({ contactName }) => name(contactName) },
    { id: 'id', header: t.columns.id, width: '60px', cell: ({ id }) => <span className="tabular">{id}</span> },
    {
      id: 'connection',
      optional: true,
      share: 15,
      header: t.columns.connection,
      wideOnly: true,
      cell: ({ whatsappName, channel }) => (
        <span className="row gap-2">
          <ConnectionIcon ticket={{ channel, whatsapp: null }} />
          {name(whatsappName)}
        </span>
      ),
    },
    { id: 'user', optional: true, share: 17, header: t.columns.user, cell: ({ userName }) => name(userName) },
    {
      id: 'queue',
      optional: true,
      share: 16,
      header: t.columns.queue,
      compact: 'value',
      cell: ({ queueName }) => name(queueName),
    },
    {
      id: 'status',
      header: t.columns.status,
      compact: 'value',
      cell: ({ status }) => <span className="attendance-status">{t.statuses[status]}</span>,
    },
    {
      id: 'lastMessage',
      optional: true,
      share: 25,
      compact: 'value',
      header: t.columns.lastMessage,
      wideOnly: true,
      cell: ({ lastMessage }) => (
        <span className="attendance-text truncate" dir="auto">
          {lastMessage}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'closedAt',
      optional: true,
      header: t.columns.closedAt,
      cell: ({ closedAt }) => (closedAt === null ? name('') : <Moment at={closedAt} />),
    },
    {
      id: 'supportTime',
      optional: true,
      header: t.columns.supportTime,
      wideOnly: true,
      cell: ({ supportTime }) => (supportTime === null ? name('') : format.duration(supportTime)),
    },
    {
      id: 'rating',
      optional: true,
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
