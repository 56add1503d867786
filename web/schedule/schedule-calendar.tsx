import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ScheduleDay, ScheduleView } from '../../src/schedule/schedule.calls'
import {
  addDays,
  addMonths,
  calendarWeeks,
  listWeeks,
  weekDays,
  weekdayOf,
} from '../../src/schedule/schedule-calendar.contract'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { ErrorState } from '../ui/feedback/feedback'
import type { RowAction } from '../ui/table/table-row'
import type { CalendarModel } from './calendar-model'
import { useApp } from '../app/app-context'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import { IconButton } from '../ui/button/button'
import { tooltip } from '../ui/popup/tooltip'
import { useScheduleRules } from './schedule-list-screen'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Format } from '../i18n/format'
import type { AreaTexts } from '../i18n/areas'
import type { Texts } from '../i18n/pt'

interface ScheduleCalendarProps {
  model: CalendarModel
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onOpen: (schedule: ScheduleView) => void
}

/** Arrow keys move between days, Page Up and Down between months; Enter opens the day. */
export function ScheduleCalendar({ model, actions, onOpen }: ScheduleCalendarProps) {
  useSignals()
  const { schedule: texts, ui } = useTexts('schedule')
  const now = useNow()
  const format = useFormat()
  const month = model.month.value
  const today = format.isoDay(now)
  const grid = useDayKeys(model, today)
  const byDay = new Map(model.days.value.map((day) => [day.day, day]))
  if (model.failed.value !== undefined && !model.stale.value) {
    return <ErrorState error={model.failed.value} onRetry={model.refresh} />
  }
  return (
    <table
      className="calendar"
      aria-label={texts.calendar.month(ui.months[Number(month.slice(5)) - 1] ?? '', month.slice(0, 4))}
      aria-busy={model.loading.value || undefined}
      onKeyDown={grid.onKeyDown}
      ref={grid.table}
    >
      <thead>
        <tr>
          {ui.weekdaysShort.map((short, index) => (
            <th key={short} scope="col" abbr={ui.weekdays[index]}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                found={byDay.get(day)}
                state={{ isToday: day === today, isPast: day < today, isOutside: !day.startsWith(month) }}
                isStop={day === grid.active}
                onDay={() => model.opened.open(day)}
                onOpen={onOpen}
                actions={actions}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps extends Pick<ScheduleCalendarProps, 'actions' | 'onOpen'> {
  day: string
  found: ScheduleDay | undefined
  state: { isToday: boolean; isPast: boolean; isOutside: boolean }
  isStop: boolean
  onDay: () => void
}

function DayCell({ day, found, state, isStop, onDay, ...events }: DayCellProps) {
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const { count = 0, schedules = [] } = found ?? {}
  const { element, isOver } = useDropDay({ day, format: useFormat(), move: useMoveSchedule() })
  const { isToday, isPast, isOutside } = state
  return (
    <td
      ref={element}
      className="calendar-day"
      data-over={isOver || undefined}
      data-today={isToday || undefined}
      data-past={isPast || undefined}
      data-outside={isOutside || undefined}
      onClick={({ target, currentTarget }) => target === currentTarget && onDay()}
    >
      <button
        type="button"
        className="calendar-number row gap-0"
        id={`calendar-${day}`}
        tabIndex={isStop ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        onClick={onDay}
      >
        <span className="visually-hidden">{`${dayName(day, { t, ui })}, ${t.count(count)}`}</span>
        <span className="calendar-date" aria-hidden>
          {Number(day.slice(8))}
        </span>
        {count > 0 && (
          <span className="calendar-count" aria-hidden>
            {count}
          </span>
        )}
      </button>
      {schedules.length > 0 && (
        <ul className="calendar-events">
          {schedules.map((schedule) => (
            <CalendarEvent key={schedule.id} schedule={schedule} {...events} />
          ))}
        </ul>
      )}
      {count > schedules.length && (
        <button type="button" className="calendar-more note-text" tabIndex={-1} onClick={onDay}>
          {t.more(count - schedules.length)}
        </button>
      )}
    </td>
  )
}

/** One day of the grid is its tab stop; arrow keys move it. */
function useDayKeys(model: CalendarModel, today: string) {
  const month = model.month.value
  const [chosen, setChosen] = useState(today)
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const { dateFrom, dateTo } = calendarWeeks(month)
  const first = today.startsWith(month) ? today : `${month}-01`
  const active = chosen >= dateFrom && chosen <= dateTo ? chosen : first

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`#calendar-${active}`)?.focus()
  }, [active])

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.matches('.calendar-number')) return
    const from = target.id.slice('calendar-'.length)
    const to = dayAfterKey(from, event.key)
    if (to === undefined) return
    event.preventDefault()
    moved.current = true
    setChosen(to)
    if (to < dateFrom || to > dateTo) model.show(to.slice(0, 7))
  }

  return { active, table, onKeyDown }
}

function dayAfterKey(day: string, key: string): string | undefined {
  const weekday = weekdayOf(day)
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -weekDays,
    ArrowDown: weekDays,
    Home: -weekday,
    End: weekDays - 1 - weekday,
  }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = addMonths(day.slice(0, 7), key === 'PageUp' ? -1 : 1)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** At the same time. A recurring one counts from the new day, so undoing is not offered. */
function useMoveSchedule() {
  const { schedule: texts, ui } = useTexts('schedule')
  const t = texts.calendar
  const { api } = useApp()
  const { toast } = useUi()
  const format = useFormat()
  const attempt = useAttempt()

  return async ({ id, sendAt, contact, valorIntervalo }: ScheduleView, day: string) => {
    const change = (to: string) => api.put('/schedules/:id', { params: { id }, body: { sendAt: to } })
    await attempt(async () => {
      const moved = await change(`${day}T${format.wallClock(sendAt).time}`)
      const action = { label: ui.undo, onAction: () => void attempt(() => change(sendAt), t.moveUndone) }
      const text = t.moved(contact.name, format.dateTime(moved.sendAt))
      toast.success(text, valorIntervalo === 0 ? { action } : {})
    })
  }
}

interface CalendarEventProps {
  schedule: ScheduleView
  actions: (schedule: ScheduleView) => readonly RowAction[]
  onOpen: (schedule: ScheduleView) => void
}

/** Dragging is also in dialogs, for keyboard users. */
function CalendarEvent({ schedule, actions, onOpen }: CalendarEventProps) {
  const t = useTexts('schedule').schedule
  const format = useFormat()
  const { contact, sendAt, status, body, mediaName, template } = schedule
  const { element, isDragged } = useDraggableSchedule(schedule, useScheduleRules().mayEdit(schedule))
  const said = [t.status[status], body || template?.name || mediaName].filter(Boolean).join(' · ')
  return (
    <li ref={element} className="calendar-event" data-status={status} data-dragged={isDragged || undefined}>
      <button
        type="button"
        className="calendar-event-open grows"
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

const dragged = 'schedule'

function useDraggableSchedule(schedule: ScheduleView, may: boolean) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const isMovable = may && schedule.status === 'PENDENTE'
  useEffect(() => {
    if (!element.current || !isMovable) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [dragged]: schedule }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [schedule, isMovable])
  return { element, isDragged }
}

interface DropDay {
  /** YYYY-MM-DD. */
  day: string
  format: Format
  move: (schedule: ScheduleView, day: string) => Promise<void>
}

/** Makes a day accept messages of other days whose time is still ahead on it. */
function useDropDay(target: DropDay) {
  const element = useRef<HTMLTableCellElement>(null)
  const [isOver, setOver] = useState(false)
  const current = useRef(target)
  useEffect(() => void (current.current = target))
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => canMove(source.data[dragged] as ScheduleView | undefined, current.current),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        void current.current.move(source.data[dragged] as ScheduleView, current.current.day)
      },
    })
  }, [])
  return { element, isOver }
}

function canMove(schedule: ScheduleView | undefined, { day, format }: DropDay): boolean {
  if (!schedule) return false
  const [planned, now] = [format.wallClock(schedule.sendAt), format.wallClock(Date.now())]
  return planned.date !== day && `${day} ${planned.time}` > `${now.date} ${now.time}`
}

/** Returns a calendar day (YYYY-MM-DD) in words: "sábado, 21 de novembro". */
export function dayName(day: string, { t, ui }: { t: AreaTexts['schedule']['calendar']; ui: Texts['ui'] }) {
  const [, month, date] = day.split('-').map(Number)
  return t.day(ui.weekdays[weekdayOf(day)] ?? '', date ?? 0, ui.months[(month ?? 1) - 1] ?? '')
}
