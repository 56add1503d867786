import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, Plus } from '../ui/icons'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { ReloadFailed } from '../records/reload-failed'
import { Avatar } from '../ui/display/avatar'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState } from '../ui/feedback/empty-state'
import { ErrorState } from '../ui/feedback/error-state'
import { RowActions, type RowAction } from '../ui/table/row-actions'
import { SkeletonRows } from '../ui/feedback/skeleton'
import type { CalendarModel } from './calendar-model'
import { dayName } from './day-name'
import { ScheduleStatusPill } from './schedule-status-pill'

interface ScheduleDayDialogProps {
  day: string
  model: CalendarModel
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onAdd: (day: string) => void
}

export function ScheduleDayDialog({ day, model, actions, onAdd }: ScheduleDayDialogProps) {
  useSignals()
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const now = useNow()
  const format = useFormat()
  const page = model.opened.found.value
  const failed = model.opened.failed.value
  const isPast = day < format.isoDay(now)
  const footer = isPast ? undefined : (
    <Button variant="primary" icon={Plus} onClick={() => onAdd(day)}>
      {texts.add}
    </Button>
  )
  return (
    <Dialog
      open
      onClose={() => model.opened.open(undefined)}
      title={<span className="calendar-title">{dayName(day, { t, ui })}</span>}
      description={page && page.count > 0 ? t.count(page.count) : undefined}
      footer={footer}
    >
      {failed !== undefined && page && <ReloadFailed onRetry={model.refresh} />}
      {failed !== undefined && !page && <ErrorState compact error={failed} onRetry={model.refresh} />}
      {!page && failed === undefined && <SkeletonRows count={2} />}
      {page?.count === 0 && <EmptyState compact icon={CalendarClock} title={t.emptyDay} />}
      {page && page.count > 0 && (
        <ul className="calendar-agenda" aria-label={dayName(day, { t, ui })}>
          {page.schedules.map((schedule) => (
            <AgendaRow key={schedule.id} schedule={schedule} actions={actions(schedule)} />
          ))}
        </ul>
      )}
      {page && page.count > page.schedules.length && (
        <p className="subtle">{t.moreThanShown(format.number(page.count - page.schedules.length))}</p>
      )}
    </Dialog>
  )
}

function AgendaRow({ schedule, actions }: { schedule: ScheduleView; actions: readonly RowAction[] }) {
  const format = useFormat()
  const { contact, sendAt, body, mediaName, template } = schedule
  return (
    <li className="calendar-agenda-row">
      <time className="tabular" dateTime={sendAt}>
        {format.time(sendAt)}
      </time>
      <Avatar name={contact.name} src={contact.urlPicture} size={28} />
      <span className="calendar-agenda-text">
        <bdi className="truncate">{contact.name}</bdi>
        <span className="truncate subtle" dir="auto">
          {body || template?.name || mediaName}
        </span>
        <ScheduleStatusPill schedule={schedule} />
      </span>
      <RowActions actions={actions} />
    </li>
  )
}
