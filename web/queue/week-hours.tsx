import { useRef } from 'react'
import { CalendarClock, CopyPlus, Info, Trash2 } from '../ui/icons'
import { type DaySchedule, weekdayNames } from '../../src/queue/hours/opening-hours.contract'
import { useTexts } from '../i18n/i18n'
import { fieldErrorText } from '../i18n/error-text'
import { Button } from '../ui/button/button'
import { Note } from '../ui/feedback/feedback'
import { Switch } from '../ui/field/switch'
import { TimeInput } from '../ui/field/time-input'
import { keysOf } from '../../src/kernel/typed-object.contract'

const defaultHours = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' }

const closedHours = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }

const suggestedWeek = (): DaySchedule[] => weekOf([]).map((day) => ({ ...day, ...defaultHours }))

interface WeekHoursProps {
  value: readonly DaySchedule[]
  onValueChange: (value: DaySchedule[]) => void
  onBlur: () => void
  errorOf: (index: number) => string | null
}

type Time = 'startTimeA' | 'endTimeA' | 'startTimeB' | 'endTimeB'

const shifts = [
  ['startTimeA', 'endTimeA'],
  ['startTimeB', 'endTimeB'],
] as const satisfies [Time, Time][]

/** Opening hours: none, or a week in which each day is closed or has one or two shifts. */
export function WeekHours({ value: stored, onValueChange, onBlur, errorOf }: WeekHoursProps) {
  const { hours: t } = useTexts('hours')
  const frame = useRef<HTMLDivElement>(null)

  /** The pressed button disappears, so that the focus stays at the hours. */
  function replace(week: DaySchedule[]) {
    frame.current?.focus()
    onValueChange(week)
  }

  if (stored.length === 0) {
    return (
      <div className="week-hours" ref={frame} tabIndex={-1}>
        <Note icon={Info}>{t.none}</Note>
        <Button icon={CalendarClock} onClick={() => replace(suggestedWeek())}>
          {t.suggest}
        </Button>
      </div>
    )
  }
  const value = weekOf(stored)
  const change = (index: number, changed: Partial<DaySchedule>) =>
    onValueChange(value.map((day, at) => (at === index ? { ...day, ...changed } : day)))
  const [first] = value

  return (
    <div className="week-hours" ref={frame} tabIndex={-1}>
      {value.map((day, index) => (
        <DayHours
          key={day.weekdayEn}
          day={day}
          error={errorOf(index)}
          onBlur={onBlur}
          onChange={(changed) => change(index, changed)}
        />
      ))}
      <div className="wrap-row">
        {first && (
          <Button icon={CopyPlus} onClick={() => onValueChange(value.map((day) => ({ ...day, ...timesOf(first) })))}>
            {t.copy(t.days[first.weekdayEn])}
          </Button>
        )}
        <Button variant="ghost" icon={Trash2} onClick={() => replace([])}>
          {t.remove}
        </Button>
      </div>
    </div>
  )
}

interface DayHoursProps {
  day: DaySchedule
  error: string | null
  onBlur: () => void
  onChange: (changed: Partial<DaySchedule>) => void
}

function DayHours({ day, error, onBlur, onChange }: DayHoursProps) {
  const texts = useTexts('hours')
  const t = texts.hours
  const name = t.days[day.weekdayEn]
  const open = isOpen(day) || error !== null
  const noteId = `week-hours-${day.weekdayEn}`
  return (
    <div className="week-hours-day" role="group" aria-label={name}>
      <Switch checked={open} label={name} onCheckedChange={(opens) => onChange(opens ? defaultHours : closedHours)} />
      {!open && <span className="week-hours-closed">{t.closed}</span>}
      {open &&
        shifts.map(([start, end], shift) => (
          <span className="week-hours-shift" key={start}>
            {[start, end].map((which) => (
              <TimeInput
                key={which}
                value={day[which]}
                placeholder="--:--"
                aria-label={which === start ? t.from(name, shift + 1) : t.until(name, shift + 1)}
                aria-invalid={error !== null || undefined}
                aria-describedby={error === null ? undefined : noteId}
                onValueChange={(time) => onChange({ [which]: time })}
                onBlur={onBlur}
              />
            ))}
          </span>
        ))}
      {error !== null && (
        <span className="field-error week-hours-error" id={noteId}>
          {fieldErrorText(texts, error)}
        </span>
      )}
    </div>
  )
}

function timesOf({ startTimeA, endTimeA, startTimeB, endTimeB }: DaySchedule) {
  return { startTimeA, endTimeA, startTimeB, endTimeB }
}

function weekOf(stored: readonly DaySchedule[]): DaySchedule[] {
  return keysOf(weekdayNames).map(
    (weekdayEn) => stored.find((day) => day.weekdayEn === weekdayEn) ?? closedDay(weekdayEn),
  )
}

function closedDay(weekdayEn: DaySchedule['weekdayEn']): DaySchedule {
  return { weekday: weekdayNames[weekdayEn], weekdayEn, ...closedHours }
}

function isOpen({ startTimeA, endTimeA, startTimeB, endTimeB }: DaySchedule) {
  return [startTimeA, endTimeA, startTimeB, endTimeB].some((time) => time !== '')
}
