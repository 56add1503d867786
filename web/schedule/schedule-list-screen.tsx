import { useEffect, type ReactNode } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import type { ListPage } from '../live/list-items'
import type { MadeRowList } from '../records/made-row'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { CalendarClock, Paperclip, Repeat } from '../ui/icons'
import { scheduleRecords } from './load-schedules'
import { useFormat, useNow, useTexts, useSendErrorText } from '../i18n/i18n'
import { Avatar } from '../ui/display/avatar'
import type { Column } from '../ui/table/data-table'
import { TableMoment } from '../ui/table/table-cells'
import { canChangeSchedule } from '../../src/schedule/schedule.policy'
import { useUser } from '../app/app-context'
import type { RecordRemoval } from '../records/use-record-actions'
import { actorOf } from '../session/session-actor'
import { StatusPill } from '../ui/display/labels'

export interface ScheduleScreenProps<First> {
  first: First
  views: ReactNode
  onOpen: (schedule: ScheduleView) => void
  onAdd: (day?: string) => void
}

interface ListScreenProps extends ScheduleScreenProps<ListPage<ScheduleView>> {
  /** Called with the list, which shows new messages. */
  onList: (list: MadeRowList) => void
}

export function ScheduleListScreen({ first, views, onOpen, onAdd, onList }: ListScreenProps) {
  const list = useRecordList(scheduleRecords, first)
  useEffect(() => onList(list), [list])
  return (
    <RecordsPage
      {...useScheduleRules()}
      list={list}
      icon={CalendarClock}
      columns={useScheduleColumns()}
      headerActions={views}
      onOpen={onOpen}
      onAdd={() => onAdd()}
    />
  )
}

function useScheduleColumns(): Column<ScheduleView>[] {
  const t = useTexts('schedule').schedule.columns
  return [
    { id: 'contact', header: t.contact, width: '26%', cell: (schedule) => <Contact schedule={schedule} /> },
    {
      id: 'message',
      compact: 'value',
      header: t.message,
      width: '32%',
      cell: (schedule) => <Message schedule={schedule} />,
    },
    {
      id: 'sendAt',
      compact: 'value',
      header: t.sendAt,
      width: '18%',
      cell: (schedule) => <When schedule={schedule} />,
    },
    {
      id: 'status',
      compact: 'value',
      header: t.status,
      width: '18%',
      cell: (schedule) => <ScheduleStatusPill schedule={schedule} />,
    },
  ]
}

function Contact({ schedule: { contact, user } }: { schedule: ScheduleView }) {
  const t = useTexts('schedule').schedule
  return (
    <span className="schedule-person">
      <Avatar name={contact.name} src={contact.urlPicture} size={28} />
      <span className="schedule-names">
        <bdi className="truncate">{contact.name}</bdi>
        {user && (
          <span className="subtle truncate" data-expanded-only>
            {t.by(user.name)}
          </span>
        )}
      </span>
    </span>
  )
}

function Message({ schedule: { body, mediaName, template } }: { schedule: ScheduleView }) {
  const t = useTexts('schedule').schedule
  return (
    <span className="schedule-message">
      {mediaName !== null && <Paperclip size={14} aria-label={mediaName} />}
      <span className="schedule-words two-lines" dir="auto">
        {body || <span className="subtle">{template ? t.templateOnly(template.name) : t.fileOnly}</span>}
      </span>
    </span>
  )
}

function When({ schedule }: { schedule: ScheduleView }) {
  const format = useFormat()
  const now = useNow()
  const { sendAt } = schedule
  return (
    <span className="schedule-when">
      <TableMoment at={sendAt} />
      <span className="subtle" data-expanded-only>
        {format.relative(sendAt, now)}
      </span>
      <Repeats schedule={schedule} />
    </span>
  )
}

function Repeats({ schedule }: { schedule: ScheduleView }) {
  const t = useTexts('schedule').schedule
  const { intervalo, valorIntervalo, enviarQuantasVezes, sentTimes } = schedule
  if (valorIntervalo === 0 || enviarQuantasVezes === 1) return null
  return (
    <span className="schedule-repeats" data-expanded-only>
      <Repeat size={13} aria-hidden />
      {t.every[intervalo as keyof typeof t.every](valorIntervalo)}
      <span className="subtle tabular">{t.sentOf(sentTimes, enviarQuantasVezes)}</span>
    </span>
  )
}

export function useScheduleRules() {
  const t = useTexts('schedule').schedule
  const actor = actorOf(useUser())
  const mayEdit = (schedule: ScheduleView) => canChangeSchedule(actor, schedule)
  const remove: RecordRemoval<ScheduleView> = {
    name: ({ contact }) => contact.name,
    may: mayEdit,
    text: ({ contact, status }) =>
      status === 'ENVIADA' || status === 'AGENDADA' ? t.deleteSentText(contact.name) : t.deleteText(contact.name),
    path: '/schedules/:id',
  }
  return { texts: t, mayEdit, opensReadOnly: true, remove }
}

const statusKinds = { PENDENTE: 'info', AGENDADA: 'warning', ENVIADA: 'success', ERRO: 'danger' } as const

export function ScheduleStatusPill({ schedule: { status, error, sentAt } }: { schedule: ScheduleView }) {
  const texts = useTexts('schedule')
  const sendErrorText = useSendErrorText()
  const t = texts.schedule
  const format = useFormat()
  const refusals: Partial<Record<string, string>> = t.refusals
  const reason = error && (refusals[error] ?? sendErrorText(error))
  const sent = status === 'ENVIADA' && sentAt ? t.sentAt(format.dateTime(sentAt)) : t.statusHelp[status]
  const help = status === 'ERRO' ? reason : reason ? t.lastFailed(reason) : sent
  return (
    <span className="schedule-status">
      <StatusPill kind={statusKinds[status]} help={help}>
        {t.status[status]}
      </StatusPill>
      {reason && (
        <span className="schedule-reason" data-expanded-only>
          {status === 'ERRO' ? reason : t.lastFailed(reason)}
        </span>
      )}
    </span>
  )
}
