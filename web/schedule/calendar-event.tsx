import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/icon-button'
import type { RowAction } from '../ui/table/row-actions'
import { tooltip } from '../ui/popup/tooltip'
import { useDraggableSchedule } from './calendar-dragging'
import { useScheduleRules } from './use-schedule-rules'

interface CalendarEventProps {
  schedule: ScheduleView
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onOpen: (schedule: ScheduleView) => void
}

/** Dragging is also in dialogs, for keyboard users. */
export function CalendarEvent({ schedule, actions, onOpen }: CalendarEventProps) {
  const t = useTexts('schedule').schedule
  const format = useFormat()
  const { contact, sendAt, status, body, mediaName, template } = schedule
  const { element, isDragged } = useDraggableSchedule(schedule, useScheduleRules().mayEdit(schedule))
  const said = [t.status[status], body || template?.name || mediaName].filter(Boolean).join(' · ')
  return (
    <li ref={element} className="calendar-event" data-status={status} data-dragged={isDragged || undefined}>
      <button
        type="button"
        className="calendar-event-open"
        tabIndex={-1}
        onClick={() => onOpen(schedule)}
        {...tooltip(said.slice(0, 200))}
      >
        <time className="tabular" dateTime={sendAt}>
          {format.time(sendAt)}
        </time>
        <bdi className="truncate">{contact.name}</bdi>
        <span className="visually-hidden">{t.status[status]}</span>
      </button>
      <span className="calendar-event-actions">
        {actions(schedule).map(({ label, icon, danger, disabled, onSelect }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            size="xs"
            variant={danger ? 'danger' : 'ghost'}
            tabIndex={-1}
            disabled={disabled}
            onClick={onSelect}
          />
        ))}
      </span>
    </li>
  )
}
