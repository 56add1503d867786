import { Paperclip, Repeat } from '../ui/icons'
import type { ScheduleView } from '../../src/schedule/schedule.contract'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/avatar'
import type { Column } from '../ui/data-table'
import { ScheduleStatusPill } from './schedule-status-pill'

export function useScheduleColumns(): Column<ScheduleView>[] {
  const t = useTexts('schedule').schedule.columns
  return [
    { id: 'contact', header: t.contact, cell: ({ contact }) => <Contact contact={contact} /> },
    { id: 'message', header: t.message, cell: (schedule) => <Message schedule={schedule} /> },
    { id: 'sendAt', header: t.sendAt, width: '170px', cell: ({ sendAt }) => <When sendAt={sendAt} /> },
    { id: 'repeats', header: t.repeats, width: '170px', cell: (row) => <Repeats schedule={row} /> },
    { id: 'status', header: t.status, width: '130px', cell: (schedule) => <ScheduleStatusPill schedule={schedule} /> },
    { id: 'user', header: t.user, width: '150px', wideOnly: true, cell: ({ user }) => <bdi>{user?.name}</bdi> },
  ]
}

function Contact({ contact: { name, urlPicture } }: Pick<ScheduleView, 'contact'>) {
  return (
    <span className="schedule-person">
      <Avatar name={name} src={urlPicture} size={28} />
      <bdi className="truncate">{name}</bdi>
    </span>
  )
}

function Message({ schedule: { body, mediaName } }: { schedule: ScheduleView }) {
  const t = useTexts('schedule').schedule
  return (
    <span className="schedule-message">
      {mediaName !== null && <Paperclip size={14} aria-label={mediaName} />}
      <span className="schedule-words" dir="auto">
        {body || <span className="subtle">{t.fileOnly}</span>}
      </span>
    </span>
  )
}

function When({ sendAt }: Pick<ScheduleView, 'sendAt'>) {
  const format = useFormat()
  const now = useNow()
  return (
    <span className="schedule-when">
      <time className="tabular" dateTime={sendAt}>
        {format.dateTimeShort(sendAt)}
      </time>
      <span className="subtle">{format.relative(sendAt, now)}</span>
    </span>
  )
}

function Repeats({ schedule }: { schedule: ScheduleView }) {
  const t = useTexts('schedule').schedule
  const { intervalo, valorIntervalo, enviarQuantasVezes, sentTimes } = schedule
  if (valorIntervalo === 0 || enviarQuantasVezes === 1) return <span className="subtle">{t.once}</span>
  return (
    <span className="schedule-repeats">
      <Repeat size={14} aria-hidden />
      {t.every[intervalo as keyof typeof t.every](valorIntervalo)}
      <span className="subtle tabular">{t.sentOf(sentTimes, enviarQuantasVezes)}</span>
    </span>
  )
}
